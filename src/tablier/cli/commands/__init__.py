"""The subcommands of `tablier`, by what they are for."""
