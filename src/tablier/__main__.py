"""`python -m tablier` is the `tablier` command."""

from tablier.cli import main

main()
