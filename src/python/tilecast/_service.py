"""The process that renders, spoken to through pipes: lines of JSON, and the bytes that these announce."""

import atexit
import itertools
import json
import os
import subprocess
import threading
import warnings

from ._errors import DeviceError, InputError, TilecastError, TilecastWarning
from ._inputs import name_arrays
from ._program import find_command

_INPUT_STATUS = range(400, 500)
_DEVICE_STATUS = 503


class Service:
    """A `tilecast serve --stdio` of its own: `with Service(software=True) as service: service.render(...)`.

    adapter: auto, gpu, lavapipe or swiftshader; software: the best CPU adapter even if there is a GPU; cache_mib: of volumes and
    meshes that stay in memory; time_limit: seconds that a picture may take; within: the folder that files must lie in.
    """

    def __init__(self, *, adapter=None, software=False, cache_mib=None, time_limit=None, within=None):
        options = {"adapter": adapter, "cache": cache_mib, "time-limit": time_limit, "within": within}
        self._options = [text for name, value in options.items() if value is not None for text in (f"--{name}", str(value))]
        if software:
            self._options.append("--software")
        self._process = None
        self._pid = None
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the process. The next request starts another one."""
        with self._lock:
            process, self._process = self._process, None
            # A copy of this object in a forked process must not end its parent's.
            if process is None or self._pid != os.getpid():
                return
            process.stdin.close()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()

    def render(self, *args, **options):
        """As `tilecast.render`, by this process."""
        from ._pictures import render

        return render(*args, service=self, **options)

    def slices(self, *args, **options):
        """As `tilecast.slices`, by this process."""
        from ._pictures import slices

        return slices(*args, service=self, **options)

    def ask(self, kind, **message):
        """Sends a request, and returns the answer's head and its bytes. Raises what the answer says is wrong."""
        with self._lock:
            process = self._start()
            number = next(self._numbers)
            try:
                self._send({"id": number, "kind": kind, **message})
                head, body = self._receive(number)
            except KeyboardInterrupt:
                self._send({"id": number, "kind": "cancel"})
                raise
            except (BrokenPipeError, EOFError) as error:
                self._process = None
                code = process.wait()
                raise TilecastError(f"the process that renders has ended, with code {code}") from error
        self._raise(head)
        head["notes"] = [name_arrays(note) for note in head.get("notes", ())]
        for note in head["notes"]:
            warnings.warn(note, TilecastWarning, stacklevel=4)
        return head, body

    def _start(self):
        is_ours = self._pid == os.getpid()
        if self._process is not None and is_ours and self._process.poll() is None:
            return self._process
        command = [*find_command(), "serve", "--stdio", *self._options]
        # In a session of its own: Ctrl-C interrupts this process, which cancels the request and keeps the other.
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "start_new_session": True}
        self._process = subprocess.Popen(command, **pipes)
        self._pid = os.getpid()
        atexit.register(self.close)
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            self._process = None
            kind = {2: InputError, 3: DeviceError}.get(code, TilecastError)
            raise kind(f"the process that renders does not start: it ends with code {code}, and says why on standard error")
        return self._process

    def _send(self, message):
        line = json.dumps(message, default=_to_json, allow_nan=False).encode() + b"\n"
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def _receive(self, number):
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise EOFError
            head = json.loads(line)
            body = self._read(head["bytes"]) if "bytes" in head else b""
            # The answers of requests that were interrupted come first.
            if head.get("id") == number:
                return head, body

    def _read(self, count):
        body = bytearray(count)
        view = memoryview(body)
        while view:
            read = self._process.stdout.readinto(view)
            if not read:
                raise EOFError
            view = view[read:]
        return body

    @staticmethod
    def _raise(head):
        error = head.get("error")
        if error is None:
            return
        status = error["status"]
        kind = InputError if status in _INPUT_STATUS else DeviceError if status == _DEVICE_STATUS else TilecastError
        raise kind(name_arrays(error["message"]))


def _to_json(value):
    """NumPy's numbers and arrays, and paths, as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__fspath__"):
        return os.fspath(value)
    raise InputError(f"{type(value).__name__}: is no value that an option can have")


_shared = None
_shared_lock = threading.Lock()


def shared_service():
    """The process that all calls share which name none."""
    global _shared
    with _shared_lock:
        if _shared is None:
            _shared = Service()
        return _shared
