"""24 axial slices by nibabel and matplotlib: python3 lightbox.py scan.nii.gz out.png"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import nibabel
import numpy

scan = nibabel.as_closest_canonical(nibabel.load(sys.argv[1]))
voxels = numpy.asarray(scan.dataobj, dtype=numpy.float32)
low, high = numpy.percentile(voxels, [1, 99.5])
width, height = voxels.shape[0], voxels.shape[1]
figure, axes = plt.subplots(3, 8, figsize=(8 * width / 100, 3 * height / 100), dpi=100, facecolor="black")
for index, axis in enumerate(axes.flat):
    k = int((index + 0.5) / 24 * voxels.shape[2])
    axis.imshow(voxels[::-1, ::-1, k].T, cmap="gray", vmin=low, vmax=high, interpolation="bilinear")
    axis.set_axis_off()
    axis.text(5, 15, f"{scan.affine[2] @ [0, 0, k, 1]:.1f} mm", color="white", fontsize=7)
figure.subplots_adjust(0, 0, 1, 1, 0, 0)
figure.savefig(sys.argv[2], facecolor="black")
