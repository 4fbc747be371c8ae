"""The program that makes the strategy books; no module here is imported during play."""
