"""Sheets, dice and pawn as a picture and as text."""
