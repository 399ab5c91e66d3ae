"""What runs marked functions where nothing can be compiled: Python itself, or WebAssembly."""
