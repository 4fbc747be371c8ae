"""The table socket: other programs on this machine get what everybody at the table may see, as docs/table-socket.md
describes.
"""
