"""VTK's CPU ray caster: reads an order and then cameras as lines of JSON, answers each with a line of JSON.

Only the mapper runs, by the steps of its own Render() up to where it would hand its image to OpenGL: no display is
needed, and none is timed.
"""
import base64
import ctypes
import json
import sys
import time

MISSING = 3

try:
    # OpenGL's classes are never drawn with, but the mapper's parts come from factories that live there.
    import vtkmodules.vtkRenderingVolumeOpenGL2  # noqa: F401
    from vtkmodules import vtkCommonCore
    from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPiecewiseFunction
    from vtkmodules.vtkIOImage import vtkImageReader2
    from vtkmodules.vtkRenderingCore import vtkColorTransferFunction, vtkRenderer, vtkVolume, vtkVolumeProperty
    from vtkmodules.vtkRenderingOpenGL2 import vtkGenericOpenGLRenderWindow
    from vtkmodules.vtkRenderingVolume import vtkFixedPointVolumeRayCastMapper
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(MISSING)

THREADS = 2
# What the mapper's fixed point has for 1.
FIXED_ONE = 0x7FFF
SCALAR_TYPES = {
    "Int8Array": "SIGNED_CHAR",
    "Uint8Array": "UNSIGNED_CHAR",
    "Int16Array": "SHORT",
    "Uint16Array": "UNSIGNED_SHORT",
    "Int32Array": "INT",
    "Uint32Array": "UNSIGNED_INT",
    "Float32Array": "FLOAT",
    "Float64Array": "DOUBLE",
}


def read_voxels(order, path):
    reader = vtkImageReader2()
    reader.SetFileName(path)
    reader.SetFileDimensionality(3)
    # Else rows are taken from the last to the first.
    reader.FileLowerLeftOn()
    reader.SetDataByteOrderToLittleEndian()
    reader.SetDataScalarType(getattr(vtkCommonCore, "VTK_" + SCALAR_TYPES[order["type"]]))
    reader.SetDataExtent(*(bound for size in order["sizes"] for bound in (0, size - 1)))
    reader.SetDataSpacing(*order["spacings"])
    reader.Update()
    image = vtkImageData()
    image.ShallowCopy(reader.GetOutput())
    return image


def create_property(order):
    transfer = order["transfer"]
    colors = vtkColorTransferFunction()
    for point in transfer["colors"]:
        colors.AddRGBPoint(point["value"], *point["color"])
    opacities = vtkPiecewiseFunction()
    for point in transfer["opacities"]:
        opacities.AddPoint(point["value"], point["opacity"])
    look = vtkVolumeProperty()
    look.SetColor(colors)
    look.SetScalarOpacity(opacities)
    look.SetScalarOpacityUnitDistance(order.get("unit", order["step"]))
    look.SetInterpolationTypeToLinear()
    shading = order.get("shading")
    look.SetShade(shading is not None)
    if shading:
        look.SetAmbient(shading["ambient"])
        look.SetDiffuse(shading["diffuse"])
        look.SetSpecular(shading["specular"])
        look.SetSpecularPower(shading["shininess"])
    return look


class Caster:
    def __init__(self, order, path):
        self.order = order
        self.image = read_voxels(order, path)
        self.renderer = vtkRenderer()
        # Asked for its size alone; a window of this class never opens a display.
        self.window = vtkGenericOpenGLRenderWindow()
        self.window.SetSize(order["imageSide"], order["imageSide"])
        self.window.AddRenderer(self.renderer)
        self.mapper = None

    def set_up(self):
        self.mapper = vtkFixedPointVolumeRayCastMapper()
        self.mapper.SetInputData(self.image)
        self.mapper.SetNumberOfThreads(THREADS)
        self.mapper.SetAutoAdjustSampleDistances(0)
        self.mapper.SetLockSampleDistanceToInputSpacing(0)
        self.mapper.SetImageSampleDistance(1)
        self.mapper.SetSampleDistance(self.order["step"])
        self.mapper.SetInteractiveSampleDistance(self.order["step"])
        self.volume = vtkVolume()
        self.volume.SetMapper(self.mapper)
        self.volume.SetProperty(create_property(self.order))
        self.renderer.AddVolume(self.volume)
        # The headlight that Render() would make; black by default, its ambient light would leave out that share.
        self.renderer.CreateLight()
        self.renderer.GetLights().GetItemAsObject(0).SetAmbientColor(1, 1, 1)

    def look(self, view):
        camera = self.renderer.GetActiveCamera()
        camera.SetPosition(*view["eye"])
        camera.SetFocalPoint(*view["target"])
        camera.SetViewUp(*view["up"])
        camera.SetViewAngle(view["fovDegrees"])
        self.renderer.ResetCameraClippingRange()
        self.renderer.UpdateLightsGeometryToFollowCamera()

    def render(self, view):
        start_cpu = time.process_time()
        start = time.perf_counter()
        if self.mapper is None:
            self.set_up()
        self.look(view)
        # Of grids in several resolutions, which this is not.
        self.mapper.PerImageInitialization(self.renderer, self.volume, 0, [0.0] * 3, [0.0] * 3, [0] * 6)
        self.mapper.PerVolumeInitialization(self.renderer, self.volume)
        self.mapper.PerSubVolumeInitialization(self.renderer, self.volume, 0)
        self.mapper.RenderSubVolume()
        pixels = self.take_image()
        ms = 1000 * (time.perf_counter() - start)
        cpu_ms = 1000 * (time.process_time() - start_cpu)
        return {"ms": ms, "cpuMs": cpu_ms, "pixels": base64.b64encode(pixels()).decode()}

    def take_image(self):
        """Copies the mapper's image; the rest, for the comparison's eyes alone, is for after the clock."""
        image = self.mapper.GetRayCastImage()
        # Python gets the address as VTK's wrappers write pointers: _<hexadecimal>_p_void.
        address = int(image.GetImage().split("_")[1], 16)
        memory_width, _ = image.GetImageMemorySize()
        width, height = image.GetImageInUseSize()
        left, bottom = image.GetImageOrigin()
        words = (ctypes.c_uint16 * (4 * memory_width * height)).from_address(address)
        copy = memoryview(bytes(words)).cast("H")
        side = self.order["imageSide"]

        def to_rgba():
            rgba = bytearray(b"\0\0\0\xff" * side**2)
            for row in range(height):
                line = copy[4 * memory_width * row : 4 * (memory_width * row + width)]
                start = 4 * ((side - 1 - bottom - row) * side + left)
                for channel in range(3):
                    values = (min(255, (255 * word + FIXED_ONE // 2) // FIXED_ONE) for word in line[channel::4])
                    rgba[start + channel : start + 4 * width : 4] = bytes(values)
            return rgba

        return to_rgba


def answer(value):
    print(json.dumps(value), flush=True)


def main():
    version = vtkCommonCore.vtkVersion().GetVTKVersion()
    about = {"version": version, "threads": str(THREADS), "ends rays at": "0.992"}
    order = sys.stdin.readline()
    # Nothing is asked for by those who only want to know whether VTK is there.
    if not order:
        answer(about)
        return
    caster = Caster(json.loads(order), sys.argv[1])
    answer(about)
    for line in sys.stdin:
        answer(caster.render(json.loads(line)))


if __name__ == "__main__":
    main()
