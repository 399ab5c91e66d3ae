"""How many files and connections the system lets this process have open."""

UNLIMITED = 1 << 20


def most_files() -> int:
    """File descriptors that this process may have."""
    try:
        import resource
    except ImportError:
        return UNLIMITED
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if most == resource.RLIM_INFINITY else most


def allow_files(wanted: int) -> int:
    """Ask for a number of file descriptors, as far as that is allowed; how many there are then."""
    try:
        import resource
    except ImportError:
        return UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    asked = wanted if hard == unlimited else min(wanted, hard)
    if soft != unlimited and soft < asked:
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked, hard))
    return most_files()
