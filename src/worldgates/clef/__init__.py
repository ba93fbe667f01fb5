"""La clef des mondes."""
