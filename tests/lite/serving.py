"""A small server that stands in for a web host: below a sub-path, with any headers, and with a record of requests."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# The strictest policy under which a site that is complete in itself can run Python.
POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:"


class Host:
    """Serves what stands at `root`/some/course. `log` holds (path, status, bytes sent) of every answer."""

    def __init__(self, root, site, headers=()):
        self.log, self.place = [], Path(root) / "some" / "course"
        self.place.parent.mkdir(parents=True)
        self.serve(site)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self, headers, directory=str(root)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/some/course"

    def serve(self, site):
        """Serve this folder from now on, as after a new release."""
        self.place.unlink(missing_ok=True)
        self.place.symlink_to(site)

    def close(self):
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def __init__(self, host, headers, *args, **options):
        self.host, self.headers_sent, self.length = host, headers, 0
        super().__init__(*args, **options)

    def send_header(self, keyword, value):
        if keyword == "Content-Length":
            self.length = int(value)
        super().send_header(keyword, value)

    def end_headers(self):
        for name, value in self.headers_sent:
            self.send_header(name, value)
        super().end_headers()

    def log_request(self, code="-", size="-"):
        self.status = int(code)

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.length = 0
        super().do_GET()
        self.host.log.append((self.path, self.status, 0 if self.status == 304 else self.length))
