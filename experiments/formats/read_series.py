"""Reads a series with pydicom, and writes its maximum along the slices. Usage: python3 read_series.py FOLDER OUT.png."""
import glob
import sys

import numpy as np
from PIL import Image
from pydicom import dcmread

folder, out = sys.argv[1:]
slices = sorted((dcmread(path) for path in glob.glob(f'{folder}/*')), key=lambda one: float(one.ImagePositionPatient[2]))
scaled = [one.pixel_array * float(one.RescaleSlope) + float(one.RescaleIntercept) for one in slices]
volume = np.stack(scaled).astype(np.int16)
picture = volume.max(axis=0).astype(float)
picture = 255 * (picture - picture.min()) / max(np.ptp(picture), 1)
Image.fromarray(picture.astype(np.uint8)).save(out)
