"""The web process: pages for the phones and screens on the local network, in a process beside the game.

It relays the messages of the table socket (docs/table-socket.md) as server-sent events and POST requests. It holds no
secret: what is meant for one phone arrives encrypted, and leaves so.
"""
