"""A score sheet: what its cells claim, its lines, and how sheets are laid out."""
