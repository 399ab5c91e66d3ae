"""Books packed for whoever only looks things up: a tenth of what solving takes."""
