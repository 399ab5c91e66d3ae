"""The game house on the network: requests, sockets, storage, and the node around them."""
