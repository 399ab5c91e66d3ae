"""The game house: tables that people sit down at over the network.

A table is a list of events (`event.py`); what stands on it is their fold
(`table.py`). A command is checked against the fold and becomes events
(`conduct.py`), the events are stored (`log.py`), and only then does the table
advance and anybody hear of it (`live.py`).
"""
