"""The viewer in a notebook."""

import atexit
import subprocess

from ._errors import TilecastError
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
    from ._commands import _flags

    process = subprocess.Popen(
        [*find_command(), "view", *inputs, "--no-open", *_flags(left)], stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.terminate)
    url = process.stdout.readline().strip()
    if not url:
        raise TilecastError("the viewer does not start; it says why on standard error")
    return View(url, picture, height)
