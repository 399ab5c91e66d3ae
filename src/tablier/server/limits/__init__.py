"""How much one stranger may ask of the house."""
