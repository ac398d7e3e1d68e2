"""What callers may catch."""


class TilecastError(Exception):
    """Something went wrong; the message is one line."""


class InputError(TilecastError, ValueError):
    """An option, a file or an array is wrong."""


class DeviceError(TilecastError, RuntimeError):
    """There is no usable adapter, or the device was lost."""


class TilecastWarning(UserWarning):
    """A guess or an option without effect, with what to do about it."""
