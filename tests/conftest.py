import signal


def pytest_configure() -> None:
    """Tests interrupt what they start, and that takes after us; what a shell runs in the background ignores Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
