"""A whole game for hosts: files that tell the outcome of every state, mapped into memory.

A folder has a manifest and volumes: one for each book in which no piece waits, one for all books
with as many waiting pieces, and one with what it takes to number states.
"""
