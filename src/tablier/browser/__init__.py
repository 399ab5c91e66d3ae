"""A house in a browser: the same tables, with IndexedDB for a database and messages for a network.

Nothing but the standard library runs here. What JavaScript does is handed in.
"""
