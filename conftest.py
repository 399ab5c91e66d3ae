"""How tests are run, also those in docstrings and documents, is in tests/suite.py."""

pytest_plugins = "tests.suite"
