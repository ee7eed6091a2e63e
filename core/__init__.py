"""Rankscope's engine: reading, ranking, fusing and evaluating retrieval runs, free of any user interface.

The flow is one-way::

    bytes -- read --> Run -- rank --> Rankings --+-- fuse --> Rankings
                      Qrels ---------------+     |
                                           +-- evaluate --> per-query table -- compare --> Comparison
"""

from core.conventions import Conventions
from core.errors import InputError
from core.fusion import fuse
from core.measures import evaluate
from core.model import Qrels, Rankings, Run
from core.ranking import rank
from core.reading.qrels_file import read_qrels
from core.reading.run_file import read_run

__all__ = [
    "Conventions",
    "InputError",
    "Qrels",
    "Rankings",
    "Run",
    "evaluate",
    "fuse",
    "rank",
    "read_qrels",
    "read_run",
]
