"""What functions of plain Python are when they are compiled: importing this tells numba."""

from tablier.compile.twins import addresses as addresses
from tablier.compile.twins import bare_arrays as bare_arrays
from tablier.compile.twins import intrinsics as intrinsics
from tablier.compile.twins import rows as rows
from tablier.compile.twins import stripes as stripes
from tablier.compile.twins import vectors as vectors
