"""Every limit that a stranger meets at the edge of the house, in one place.

Sizes are in bytes, times in seconds. A pair is an allowance: what may be spent at
once, and how much comes back every second.
"""

# Connections
MOST_CONNECTIONS = 8_000
"""In all, unless the host says otherwise or there are fewer file descriptors."""
MOST_PER_ADDRESS = 200
"""From one address, or one /64 of IPv6; this machine itself and named proxies aren't counted."""
MOST_TOLD = 32
"""Connections beyond the limit that are told that the house is full; others are hung up on."""
SPARE_FILES = 128
"""File descriptors that connections never get: database, files, processes for the bots."""

# Requests
LARGEST_HEAD = 16 * 1024
MOST_HEADER_LINES = 100
LARGEST_BODY = 512 * 1024
MOST_BODY_BYTES = 32 * 1024 * 1024
"""All bodies that are on their way, together."""
MOST_BODY_BYTES_EACH = 4 * 1024 * 1024
"""Those of one address."""
MOST_NEWCOMERS_BYTES = 16 * 1024 * 1024
"""What was read of requests and waits for its turn; beyond that, connections are dropped."""
SMALL_BODY = 16 * 1024
"""A body of this size always finds room, so that nobody keeps others from making a table."""
HEAD_S = 10.0
"""From the first byte, or from a new connection, to the end of a request's head."""
BODY_S = 30.0
"""From the end of the head to the end of the body."""
IDLE_S = 15
"""Between two requests."""
UNREAD_S = 30.0
"""An answer of which nothing more can be sent for this long is given up."""
REQUESTS = (1_000.0, 50.0)
"""Of any kind from one address, and new connections; a first visit asks for some seventy files."""
POSTS = (60.0, 1.0)
"""What makes something or takes work, from one address."""
POST_COSTS = {
    "/api/analysis": 10.0,
    "/api/animations": 20.0,
    "/api/mine/delete": 10.0,
    "/api/mine/file": 2.0,
    "/api/positions": 0.25,
    "/api/positions/explored": 0.1,
    "/api/tables/*/review": 10.0,
    "/api/values": 0.5,
}
"""What takes long counts for several; everything else that is posted counts for one."""

PREVIEWS = (30.0, 0.5)
"""Pictures of positions that are not at hand and have to be drawn, for one address."""
MOST_PREVIEWS = 256
"""Pictures that are kept, those that were asked for last: some 100 KB each."""

# WebSockets
HANDSHAKE_COST = 5.0
"""The requests that a WebSocket counts for when it is opened."""
HELLO_S = 10.0
"""From the handshake to the first message."""
STRANGER_FRAMES = (48.0, 4.0)
"""Before hello. A frame of any kind counts one, empty or not, and one more for each KiB."""
FRAMES = (500.0, 150.0)
"""After hello, in the same coin: more than the commands that a session admits, and pongs."""
ADDRESS_FRAMES = (2_500.0, 500.0)
"""All WebSockets of an address together."""

# Time of the loop
NEWCOMERS_SHARE = 0.25
"""Of the time while others play: for all requests, and all who have not said hello."""
PLAYERS_TIME = (0.25, 0.03)
"""Seconds for all WebSockets of an address; what is beyond waits with the newcomers."""

# At once
SLICE = 1024
"""What came in is looked at in pieces of this size, so that nothing goes far beyond a limit."""
GOODBYE_S = 2.0
"""Who is refused has this long to read why."""
MOST_KNOWN = 10_000
"""Addresses that are remembered: those that asked last."""
