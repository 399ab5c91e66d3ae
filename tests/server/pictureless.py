"""A program on a machine that has nothing to draw pixels or to write PDF with."""

import sys

from tablier.cli import main

if __name__ in ("__main__", "__mp_main__"):  # and in its processes
    for name in ("PIL", "fpdf", "resvg_py", "cssselect2"):
        sys.modules[name] = None  # type: ignore[assignment]

if __name__ == "__main__":
    main()
