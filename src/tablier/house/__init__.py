"""What every house answers, on a server or in a browser: it knows no HTTP and no socket."""
