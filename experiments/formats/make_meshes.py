"""Writes meshes with VTK, nibabel, meshio, assimp and MeshLab, and what is in them as plain corners of triangles.

Usage: python3 make_meshes.py FOLDER. Each case becomes FOLDER/<case>/<file> and expected.json. What is not installed is
left out.
"""
import json
import os
import shutil
import subprocess
import sys

import numpy as np

OUT = sys.argv[1]


def torus(rows=17, columns=12):
    """Quadrangles of a torus that no symmetry maps to itself, a value for each vertex and one for each face."""
    u, v = np.meshgrid(np.arange(rows) * 2 * np.pi / rows, np.arange(columns) * 2 * np.pi / columns, indexing='ij')
    radius = 3 + (1 + 0.2 * np.cos(u)) * np.cos(v)
    points = np.stack([radius * np.cos(u), 1.3 * radius * np.sin(u), np.sin(v) + 0.1 * np.sin(3 * u)], -1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(rows), np.arange(columns), indexing='ij')
    at = lambda a, b: (a % rows) * columns + b % columns
    quads = np.stack([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], -1).reshape(-1, 4)
    return points.astype(np.float32), quads, (u + v).ravel().astype(np.float32), np.arange(len(quads), dtype=np.float32)


POINTS, QUADS, VALUES, FACE_VALUES = torus()
TRIANGLES = np.concatenate([QUADS[:, [0, 1, 2]], QUADS[:, [0, 2, 3]]], 1).reshape(-1, 3)
RAS_TO_LPS = np.array([-1, -1, 1])


def case(name, file, write, points=POINTS, values=None, face_values=None, values_file=None):
    folder = os.path.join(OUT, name)
    os.makedirs(folder, exist_ok=True)
    try:
        write(os.path.join(folder, file))
    except Exception as error:
        shutil.rmtree(folder)
        print(f'{name}: not written: {error}')
        return
    corners = points[TRIANGLES].astype(np.float64)
    expected = {'file': file, 'corners': corners.ravel().tolist(), 'values': {}, 'valuesFile': values_file}
    if values:
        expected['values'][values] = VALUES[TRIANGLES].astype(np.float64).ravel().tolist()
    if face_values:
        expected['values'][face_values] = np.repeat(FACE_VALUES, 2).astype(np.float64).tolist()
    with open(os.path.join(folder, 'expected.json'), 'w') as out:
        json.dump(expected, out)


def write_vtk():
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk

    def data(faces=QUADS, offset=(0, 0, 0)):
        points = vtk.vtkPoints()
        points.SetData(numpy_to_vtk(POINTS + np.float32(offset), deep=True))
        cells = vtk.vtkCellArray()
        for face in faces:
            cells.InsertNextCell(len(face), [int(index) for index in face])
        result = vtk.vtkPolyData()
        result.SetPoints(points)
        result.SetPolys(cells)
        scalars = numpy_to_vtk(VALUES, deep=True)
        scalars.SetName('angle sum')
        result.GetPointData().SetScalars(scalars)
        of_faces = numpy_to_vtk(FACE_VALUES, deep=True)
        of_faces.SetName('face')
        if len(faces) == len(FACE_VALUES):
            result.GetCellData().SetScalars(of_faces)
        return result

    quads = data()
    named = {'values': 'angle sum', 'face_values': 'face'}
    for mode, set_mode in [('ascii', 'SetDataModeToAscii'), ('binary', 'SetDataModeToBinary'), ('appended', 'SetDataModeToAppended')]:
        for compressor in ['None', 'ZLib', 'LZ4']:
            for header in [32, 64]:
                if mode == 'ascii' and (compressor, header) != ('None', 32):
                    continue

                def xml(path, mode=set_mode, compressor=compressor, header=header, raw=True):
                    writer = vtk.vtkXMLPolyDataWriter()
                    getattr(writer, mode)()
                    writer.SetHeaderType(header)
                    getattr(writer, f'SetCompressorTypeTo{compressor}')()
                    writer.SetEncodeAppendedData(int(header == 64))
                    writer.SetInputData(quads)
                    writer.SetFileName(path)
                    writer.Write()

                case(f'vtp-{mode}-{compressor.lower()}-{header}', 'mesh.vtp', xml, **named)
    big = lambda path: (lambda w: (w.SetByteOrderToBigEndian(), w.SetInputData(quads), w.SetFileName(path), w.Write()))(vtk.vtkXMLPolyDataWriter())
    case('vtp-big-endian', 'mesh.vtp', big, **named)
    for version in [42, 51]:
        for binary in [0, 1]:
            def legacy(path, version=version, binary=binary, source=quads):
                writer = vtk.vtkPolyDataWriter()
                writer.SetFileVersion(version)
                writer.SetFileType(2 if binary else 1)
                writer.SetInputData(source)
                writer.SetFileName(path)
                writer.Write()

            case(f'vtk-{version}-{"binary" if binary else "ascii"}', 'mesh.vtk', legacy, **named)
            stripper = vtk.vtkStripper()
            stripper.SetInputData(data(TRIANGLES))
            stripper.Update()
            case(f'vtk-{version}-{"binary" if binary else "ascii"}-strips', 'mesh.vtk',
                 lambda path, legacy=legacy: legacy(path, source=stripper.GetOutput()), values='angle sum')
    triangles = data(TRIANGLES)
    for writer_class, extension in [(vtk.vtkPLYWriter, 'ply'), (vtk.vtkSTLWriter, 'stl')]:
        for binary in [0, 1]:
            def write(path, writer_class=writer_class, binary=binary):
                writer = writer_class()
                writer.SetFileType(2 if binary else 1)
                writer.SetInputData(triangles)
                writer.SetFileName(path)
                writer.Write()

            case(f'{extension}-vtk-{"binary" if binary else "ascii"}', f'mesh.{extension}', write)
    case('obj-vtk', 'mesh.obj', lambda path: (lambda w: (w.SetInputData(quads), w.SetFileName(path), w.Write()))(vtk.vtkOBJWriter()))


def write_nibabel():
    import nibabel
    from nibabel import gifti

    turned = POINTS * RAS_TO_LPS
    for encoding in ['ASCII', 'B64BIN', 'B64GZ']:
        for endian in ['little', 'big']:
            # nibabel writes text row by row whatever order it says.
            for order in ['C', 'F'] if encoding != 'ASCII' else ['C']:
                def write(path, encoding=encoding, endian=endian, order=order):
                    make = lambda array, intent, meta=None: gifti.GiftiDataArray(
                        array, intent=intent, encoding=f'GIFTI_ENCODING_{encoding}', endian=endian,
                        ordering=order, meta=gifti.GiftiMetaData(meta or {}))
                    image = gifti.GiftiImage(darrays=[
                        make(POINTS, 'NIFTI_INTENT_POINTSET'),
                        make(TRIANGLES.astype(np.int32), 'NIFTI_INTENT_TRIANGLE'),
                        make(VALUES, 'NIFTI_INTENT_SHAPE', {'Name': 'angle & <sum>'}),
                    ])
                    with open(path, 'wb') as out:
                        out.write(image.to_xml())

                if endian == sys.byteorder:
                    case(f'gifti-{encoding.lower()}-{order.lower()}', 'mesh.surf.gii', write, points=turned, values='angle & <sum>')
    info = {'head': [2, 0, 20], 'valid': '1  # volume info valid', 'filename': 'x.mgz', 'volume': [256, 256, 256],
            'voxelsize': [1, 1, 1], 'xras': [-1, 0, 0], 'yras': [0, 0, -1], 'zras': [0, 1, 0], 'cras': [1.5, -2.5, 3.25]}
    write = lambda path, info=None: nibabel.freesurfer.write_geometry(path, POINTS, TRIANGLES, volume_info=info)
    case('freesurfer', 'lh.pial', write, points=turned)
    case('freesurfer-centred', 'lh.pial', lambda path: write(path, info), points=(POINTS + np.float64(info['cras'])) * RAS_TO_LPS)

    def with_curvature(path):
        write(path)
        nibabel.freesurfer.write_morph_data(path.replace('pial', 'curv'), VALUES)

    case('freesurfer-curvature', 'lh.pial', with_curvature, points=turned, values='curv', values_file='lh.curv')


def write_meshio():
    import meshio

    mesh = meshio.Mesh(POINTS, [('triangle', TRIANGLES)])
    for name, file, options in [('off-meshio', 'mesh.off', {}), ('ply-meshio-ascii', 'mesh.ply', {'binary': False}),
                                ('ply-meshio-binary', 'mesh.ply', {'binary': True}), ('stl-meshio', 'mesh.stl', {'binary': True})]:
        case(name, file, lambda path, options=options: meshio.write(path, mesh, **options))


def run(*command):
    subprocess.run(command, check=True, timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write_programs():
    source = os.path.join(OUT, 'source.ply')
    with open(source, 'w') as out:
        out.write(f'ply\nformat ascii 1.0\nelement vertex {len(POINTS)}\nproperty float x\nproperty float y\nproperty float z\nproperty float quality\n')
        out.write(f'element face {len(TRIANGLES)}\nproperty list uchar int vertex_indices\nend_header\n')
        out.writelines(' '.join(repr(float(c)) for c in (*point, value)) + '\n' for point, value in zip(POINTS, VALUES))
        out.writelines(f'3 {a} {b} {c}\n' for a, b, c in TRIANGLES)
    if shutil.which('assimp'):
        for form, extension in [('glb2', 'glb'), ('gltf2', 'gltf'), ('obj', 'obj'), ('stl', 'stl'), ('stlb', 'stl'),
                                ('ply', 'ply'), ('plyb', 'ply'), ('3ds', '3ds')]:
            case(f'assimp-{form}', f'mesh.{extension}', lambda path, form=form: run('assimp', 'export', source, path, f'-f{form}'))
        # Of PLY it writes an empty 3MF: its writer leaves out the mesh of a root node.
        model = os.path.join(OUT, 'source.obj')
        with open(model, 'w') as out:
            out.write('g torus\n')
            out.writelines('v ' + ' '.join(repr(float(c)) for c in point) + '\n' for point in POINTS)
            out.writelines(f'f {a + 1} {b + 1} {c + 1}\n' for a, b, c in TRIANGLES)
        case('assimp-3mf', 'mesh.3mf', lambda path: run('assimp', 'export', model, path, '-f3mf'))
        os.remove(model)
    if shutil.which('meshlabserver'):
        for extension in ['off', 'ply', 'stl', 'obj', '3ds']:
            case(f'meshlab-{extension}', f'mesh.{extension}',
                 lambda path: run('xvfb-run', '-a', 'meshlabserver', '-i', source, '-o', path))
        case('meshlab-ply-quality', 'mesh.ply', values='quality',
             write=lambda path: run('xvfb-run', '-a', 'meshlabserver', '-i', source, '-o', path, '-m', 'vq'))
    # Both read STL, and put triangles with one vertex together again.
    solid = os.path.join(OUT, 'source.stl')
    script = os.path.join(OUT, 'source.scad')
    write_stl(solid)
    with open(script, 'w') as out:
        out.write(f'import("{solid}");')
    if shutil.which('openscad'):
        case('openscad-3mf', 'mesh.3mf', lambda path: run('openscad', '-o', path, script))
    if shutil.which('prusa-slicer'):
        case('prusa-slicer-3mf', 'mesh.3mf',
             lambda path: run('prusa-slicer', '--export-3mf', '--no-ensure-on-bed', '--dont-arrange', '-o', path, solid))
    for made in [source, solid, script]:
        os.remove(made)


def write_stl(path):
    records = np.zeros(len(TRIANGLES), dtype=[('normal', '<f4', 3), ('corners', '<f4', (3, 3)), ('rest', '<u2')])
    records['corners'] = POINTS[TRIANGLES]
    with open(path, 'wb') as out:
        out.write(bytes(80) + np.uint32(len(records)).tobytes() + records.tobytes())


for write in [write_vtk, write_nibabel, write_meshio, write_programs]:
    try:
        write()
    except ImportError as error:
        print(f'left out: {error}')
