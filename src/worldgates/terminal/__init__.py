"""Playing and replaying games in a terminal, line by line: over ssh, in a pipe, with a screen reader."""
