"""Arrays that other libraries take as they lie: JAX shares memory only where it begins at a multiple of 64 bytes."""

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

LINE = 64  # bytes


def zeros(shape: int | tuple[int, ...], kind: npt.DTypeLike, first: int = 0) -> npt.NDArray[Any]:
    """An array of zeros whose row `first` begins at a multiple of 64 bytes."""
    dtype, whole = np.dtype(kind), (shape,) if isinstance(shape, int) else shape
    size = prod(whole) * dtype.itemsize
    room = np.zeros(size + LINE, np.uint8)
    at = -(room.ctypes.data + first * prod(whole[1:]) * dtype.itemsize) % LINE
    return room[at : at + size].view(dtype).reshape(whole)
