"""What a whole game that is solved comes to: shares, openings, and its longest win played out."""
