"""Texts that a match is read from: positions, records, the diagrams of the rules."""
