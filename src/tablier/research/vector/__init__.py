"""Many games in arrays: what is compiled, and who runs it, cores or a GPU."""
