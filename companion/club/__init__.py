"""A club: an event of many boxes, by a broker of messages."""
