"""What is measured, with whom, in one run. `make bench` runs all of it."""
