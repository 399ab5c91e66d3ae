"""One process of the house: its tables, its bots, its neighbours."""
