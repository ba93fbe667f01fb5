"""Worldgates: Portals of Molthar and La clef des mondes, as rules that people and programs can play."""

import os

__version__ = "0.1.0"

if os.environ.get("WORLDGATES_PURE"):
    # Run the source of every module even where a compiled one lies beside it: for debugging, coverage and comparing.
    from worldgates._pure import use_source

    use_source()
