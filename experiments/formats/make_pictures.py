"""Writes stacks of pictures with Pillow and sets of OME-TIFF with tifffile, which also reads them, and what is in them.

Usage: python3 make_pictures.py FOLDER. Each case becomes FOLDER/<case>/input/, voxels.bin and expected.json.
"""
import json
import os
import sys

import numpy as np
import tifffile
from PIL import Image

OUT = sys.argv[1]
DEPTH, HEIGHT, WIDTH = 12, 9, 14


def case(name, write, values, file='', spacings=(1, 1, 1), options=None, tolerance=0):
    """Calls `write(folder)` and keeps what `file` in it, or all of it, should hold: `values` as array[k, j, i]."""
    inputs = os.path.join(OUT, name, 'input')
    os.makedirs(inputs)
    write(inputs)
    matrix = {axis: [float(spacings[at]) if at == row else 0.0 for row in range(3)] for at, axis in enumerate('ijk')}
    expected = {'input': file, 'sizes': list(values.shape[::-1]), 'matrix': {**matrix, 'origin': [0, 0, 0]},
                'tolerance': tolerance, 'anatomical': False, 'options': options or {}, 'labels': None}
    values.astype('<f8').tofile(os.path.join(OUT, name, 'voxels.bin'))
    with open(os.path.join(OUT, name, 'expected.json'), 'w') as out:
        json.dump(expected, out)


def phantom(top, channels=0):
    k, j, i = np.meshgrid(np.arange(DEPTH), np.arange(HEIGHT), np.arange(WIDTH), indexing='ij')
    values = (i * 97 + j * 31 + k * 211) % (top + 1)
    return np.stack([(values + 60 * at) % (top + 1) for at in range(channels)], -1) if channels else values


def stack(name, pictures, values, extension='png', number='{}', spacing=None, component=None, tolerance=0, **how):
    """Numbers without zeros in front: 10 comes after 9, and not after 1."""
    def write(folder):
        for k, picture in enumerate(pictures):
            picture.save(os.path.join(folder, f'slice {number.format(k + 1)}.{extension}'), **how)

    options = {**({'spacings': spacing} if spacing else {}), **({} if component is None else {'component': component})}
    case(name, write, values, '', spacing or (1, 1, 1), options, tolerance)


def smooth():
    k, j, i = np.meshgrid(np.arange(DEPTH), np.arange(HEIGHT), np.arange(WIDTH), indexing='ij')
    return (8 * i + 6 * j + 5 * k).astype(np.uint8)


greys = phantom(255).astype(np.uint8)
stack('png-8', [Image.fromarray(one) for one in greys], greys)
stack('png-8-spaced', [Image.fromarray(one) for one in greys], greys, number='{:04d}', spacing=(0.5, 0.75, 2))
wide = phantom(65535).astype(np.uint16)
stack('png-16', [Image.fromarray(one) for one in wide], wide)
bits = phantom(1).astype(bool)
stack('png-1', [Image.fromarray(one) for one in bits], bits * 255)
colours = phantom(255, 3).astype(np.uint8)
for component in range(3):
    stack(f'png-rgb-{component}', [Image.fromarray(one) for one in colours], colours[..., component], component=component)
opaque = phantom(255, 4).astype(np.uint8)
stack('png-rgba', [Image.fromarray(one) for one in opaque], opaque[..., 3], component=3)
few = [Image.fromarray(one).quantize(7) for one in colours]
shown = np.stack([np.asarray(one.convert('RGB')) for one in few])
stack('png-palette', few, shown[..., 1], component=1)
stack('jpeg-grey', [Image.fromarray(one) for one in smooth()], smooth(), 'jpg', tolerance=2, quality=100)
progressive = {'quality': 100, 'progressive': True, 'tolerance': 2}
stack('jpeg-progressive', [Image.fromarray(one) for one in smooth()], smooth(), 'jpeg', **progressive)
rgb = np.stack([smooth()] * 3, -1)
stack('jpeg-rgb', [Image.fromarray(one) for one in rgb], smooth(), 'jpg', component=0, tolerance=3, quality=100)
for compression in ('raw', 'tiff_lzw', 'tiff_adobe_deflate', 'packbits'):
    stack(f'tiff-{compression}', [Image.fromarray(one) for one in greys], greys, 'tif', compression=compression)

AXES = {'Z': 3, 'C': 2, 'T': 2}
PLANES = np.random.default_rng(5).integers(0, 60000, (2, 2, 3, HEIGHT, WIDTH), dtype=np.uint16)


def ome_set(name, by, order='XYZCT', named='IFD="{page}" PlaneCount="1"', companion=None):
    """A file for each index of the axes in `by`, or for all of them a description apart, the companion.

    Planes in a file are in the order that the description says.
    """
    places = [(z, c, t) for t in range(2) for c in range(2) for z in range(3)]
    file_of = lambda place: 'set_' + ''.join(f'{axis}{place["ZCT".index(axis)]}' for axis in by) + '.ome.tif'
    pages = {}
    rows = []
    inner = sorted(places, key=lambda place: [place['ZCT'.index(axis)] for axis in reversed(order[2:])])
    for place in inner:
        pages.setdefault(file_of(place), []).append(place)
        page = len(pages[file_of(place)]) - 1
        at = 'FirstZ="{}" FirstC="{}" FirstT="{}" '.format(*place) + named.format(page=page)
        rows.append((at, file_of(place)))

    def write(folder):
        for number, (file, of_file) in enumerate(pages.items()):
            uuid = lambda of: f'urn:uuid:00000000-0000-0000-0000-{sorted(pages).index(of):012d}'
            data = ''.join(f'<TiffData {at}><UUID FileName="{of}">{uuid(of)}</UUID></TiffData>' for at, of in rows)
            xml = (f'<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" UUID="{uuid(file)}">'
                   f'<Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="{order}" Type="uint16" SizeX="{WIDTH}" SizeY="{HEIGHT}" SizeZ="3" '
                   f'SizeC="2" SizeT="2" PhysicalSizeX="0.5" PhysicalSizeY="0.25" PhysicalSizeZ="2"><Channel ID="Channel:0:0" SamplesPerPixel="1"/>'
                   f'<Channel ID="Channel:0:1" SamplesPerPixel="1"/>{data}</Pixels></Image></OME>')
            if companion:
                with open(os.path.join(folder, companion), 'w') as out:
                    out.write(xml.replace(f'UUID="{uuid(file)}"', 'UUID="urn:uuid:1"', 1))
                xml = (f'<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" UUID="{uuid(file)}">'
                       f'<BinaryOnly MetadataFile="{companion}" UUID="urn:uuid:1"/></OME>')
            with tifffile.TiffWriter(os.path.join(folder, file)) as out:
                for index, (z, c, t) in enumerate(of_file):
                    out.write(PLANES[t, c, z], photometric='minisblack', metadata=None, contiguous=False,
                              description=xml if index == 0 else None)
        if companion:
            return
        # tifffile's own reader finds the same planes in them.
        with tifffile.TiffFile(os.path.join(folder, next(iter(pages)))) as read:
            series = read.series[0]
            found = np.transpose(series.asarray(), [series.axes.index(axis) for axis in 'TCZYX'])
        assert np.array_equal(found, PLANES), name

    for component, time in [(0, 0), (1, 1), (0, 1)]:
        for opened in (next(iter(pages)), list(pages)[-1], '', *([companion] if companion else [])):
            source = 'folder' if opened == '' else 'companion' if opened == companion else opened[4:-8]
            case(f'{name}-{component}{time}-from-{source}', write, PLANES[time, component], opened,
                 (0.5, 0.25, 2), {'component': component, 'time': time})


ome_set('ome-by-channel', 'C')
ome_set('ome-by-time', 'T', 'XYCZT')
ome_set('ome-by-slice', 'Z', 'XYTCZ')
ome_set('ome-by-plane', 'ZCT', named='')
ome_set('ome-companion', 'C', companion='set.companion.ome')
