"""The whole game as one folder that any web server can hand out."""
