"""How tests are run, also those in docstrings and documents, and the server that many share."""

pytest_plugins = ["tests.suite", "houses", "sites", "both_houses"]
