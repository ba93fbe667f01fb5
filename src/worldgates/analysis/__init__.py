"""Hints that say why, and games explained afterwards: what the searching bots found, in words."""
