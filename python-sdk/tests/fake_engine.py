"""Stands in for the local engine, where only finding and starting it are tested: announces itself, and answers who it
is. Arguments: home, version, a file that counts starts."""

import http.server
import json
import os
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        ok = self.headers["Authorization"] == "Bearer s3cret"
        body = json.dumps({"spaces": []} if "spaces" in self.path else {"version": sys.argv[2]}).encode()
        self.send_response(200 if ok else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    with open(sys.argv[3], "a") as starts:
        starts.write(f"{os.getpid()}\n")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    file = os.path.join(sys.argv[1], f"engine-{sys.argv[2]}.json")
    record = {"pid": os.getpid(), "port": server.server_port, "secret": "s3cret", "version": sys.argv[2]}
    with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "w") as stream:
        json.dump(record, stream)
    print("ready", flush=True)
    server.serve_forever()


main()
