"""Serve a folder on this machine, print its address and open a browser where there is one."""

import argparse
import errno
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each of them."""

    def log_message(self, *args):
        """Say nothing."""


def main():
    """Serve until Ctrl+C; say what to do when the port is taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), partial(QuietHandler, directory=options.folder))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        print(f"Port {options.port} is taken by another program. Choose another: make serve PORT={options.port + 1}",
              file=sys.stderr)
        return 1
    address = f"http://127.0.0.1:{options.port}/"
    print(f"The book is at {address} (Ctrl+C ends it)", flush=True)
    if not options.no_browser:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
