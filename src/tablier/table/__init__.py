"""A table that people sit down at, whoever keeps it and however they reach it.

A table is a list of events (`event.py`); what stands on it is their fold (`state.py`). A command
is checked against the fold and becomes events (`commands.py`), these are stored, and only then
does the table advance and anybody hear of it (`live/live_table.py`).

Nothing here needs more than the standard library: what stores, thinks and sends is handed in.
"""
