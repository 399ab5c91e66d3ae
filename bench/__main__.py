"""Run every bench, or those that are named."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the named benches, or all."""
    known = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    unknown = set(sys.argv[1:]) - set(known)
    if unknown:
        sys.exit(f"no bench {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for name in sys.argv[1:] or known:
        print(f"== {name}", flush=True)
        import_module(f"bench.{name}").main()


main()
