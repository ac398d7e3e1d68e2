"""The viewer in a notebook."""

import atexit
import subprocess

from ._commands import flags_of
from ._errors import InputError
from ._inputs import locate
from ._pictures import render
from ._program import find_command


class View:
    """What a notebook shows: the viewer, or the picture where its scripts do not run or its server has ended."""

    def __init__(self, url, picture, height):
        self.url = url
        self.picture = picture
        self._height = height

    def _repr_mimebundle_(self, **_):
        frame = f'<iframe src="{self.url}" width="100%" height="{self._height}" style="border: 0"></iframe>'
        return {"text/html": frame, "image/png": self.picture._repr_png_(), "text/plain": f"tilecast viewer at {self.url}"}


def view(volume, *others, height=600, **options):
    """Shows the viewer in a notebook, of the same inputs and options as `render`.

    The page is served by this machine alone, as long as Python runs; saved notebooks keep the picture.
    """
    left = dict(options)
    inputs = [locate(thing, left) for thing in (volume, *others)]
    picture = render(*inputs, **left)
    # The page is as large as its frame.
    left.pop("size", None)
    command = [*find_command(), "view", *inputs, "--no-open", "--embed", *flags_of(left)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    atexit.register(process.terminate)
    url = process.stdout.readline().strip()
    if not url:
        lines = process.stderr.read().strip().splitlines() or ["the viewer does not start"]
        raise InputError(lines[-1].removeprefix("tilecast: "))
    return View(url, picture, height)
