"""How what there is little of is shared out: processes to think in, and the time of the loop."""
