"""The viewer in a notebook: linked to Python while its server lives, or as a page that holds all that it needs."""

import atexit
import html
import json
import subprocess
import tempfile
import threading
import warnings
from pathlib import Path

from ._commands import flags_of, run_saying
from ._errors import InputError, TilecastWarning
from ._inputs import locate
from ._pictures import render
from ._program import find_command


class View:
    """What a notebook shows: the viewer, or the picture where its scripts do not run or its server has ended.

    recipe: what the viewer shows now, as options of `render` have it; camera: its camera, for `render(..., camera=view.camera)`.
    Both are None until somebody has moved it.
    """

    def __init__(self, url, picture, height, process):
        self.url = url
        self.picture = picture
        self.recipe = None
        self._height = height
        self._process = process
        self._listeners = []
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def camera(self):
        return self.recipe and self.recipe.get("camera")

    def on_change(self, listener):
        """Calls `listener(recipe)`, in a thread, when the viewer shows something else. Returns the listener."""
        self._listeners.append(listener)
        return listener

    def change(self, **options):
        """Changes options of the viewer, such as `azimuth=30`, `transfer="bone"` or `shadows=True`; None takes one away."""
        attributes = {name.replace("_", "-"): _to_text(value) for name, value in options.items()}
        if self._process.poll() is not None:
            raise InputError("the viewer has been closed")
        self._process.stdin.write(json.dumps({"attributes": attributes}) + "\n")
        self._process.stdin.flush()

    def close(self):
        """Ends the server; the picture stays."""
        self._process.terminate()

    def _listen(self):
        for line in self._process.stdout:
            self.recipe = json.loads(line)["view"]
            for listener in list(self._listeners):
                try:
                    listener(self.recipe)
                except Exception as error:  # One listener must not end the others.
                    warnings.warn(f"{listener}: {error!r}", TilecastWarning, stacklevel=2)

    def _repr_mimebundle_(self, **_):
        frame = f'<iframe src="{self.url}" width="100%" height="{self._height}" style="border: 0"></iframe>'
        return {"text/html": frame, "image/png": self.picture._repr_png_(), "text/plain": f"tilecast viewer at {self.url}"}


class Page:
    """The viewer, its data and a picture as one HTML file, which notebooks show without a server, also once they are exported."""

    def __init__(self, text, height):
        self.html = text
        self._height = height

    def save(self, path):
        """Writes the page."""
        Path(path).write_text(self.html, encoding="utf8")

    def _repr_html_(self):
        inside = html.escape(self.html)
        return f'<iframe srcdoc="{inside}" width="100%" height="{self._height}" style="border: 0"></iframe>'


def view(volume, *others, height=600, **options):
    """Shows the viewer in a notebook, of the same inputs and options as `render`, linked to the `View` that is returned.

    The page is served by this machine alone, as long as Python runs; saved notebooks keep the picture, and `page` keeps the viewer.
    """
    left = dict(options)
    inputs = [locate(thing, left) for thing in (volume, *others)]
    picture = render(*inputs, **left)
    # The page is as large as its frame.
    left.pop("size", None)
    command = [*find_command(), "view", *inputs, "--no-open", "--embed", "--link", *flags_of(left)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf8")
    atexit.register(process.terminate)
    url = process.stdout.readline().strip()
    if not url:
        lines = process.stderr.read().strip().splitlines() or ["the viewer does not start"]
        raise InputError(lines[-1].removeprefix("tilecast: "))
    threading.Thread(target=_warn_of_lines, args=(process.stderr,), daemon=True).start()
    return View(url, picture, height, process)


def page(volume, *others, height=600, page_size=16, **options):
    """The viewer with its data as one page, of at most so many MiB, in which volumes are reduced until they fit.

    Inputs and options are those of `view`. Notebooks show it without a server or a network, and hold all of it.
    """
    left = dict(options)
    inputs = [locate(thing, left) for thing in (volume, *others)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        said = run_saying("view", *inputs, "--save", path, *flags_of({"page_size": page_size, **left}))
        for line in said:
            warnings.warn(line.replace(str(path), "the page"), TilecastWarning, stacklevel=2)
        return Page(path.read_text(encoding="utf8"), height)


def _warn_of_lines(stream):
    for line in stream:
        warnings.warn(line.strip().removeprefix("tilecast: "), TilecastWarning, stacklevel=2)


def _to_text(value):
    """An attribute's text: that of the option."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return json.dumps(value)
    if hasattr(value, "__iter__"):
        return ",".join(map(str, value))
    return str(value)
