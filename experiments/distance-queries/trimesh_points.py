"""trimesh's closest points and signed distances: python3 trimesh_points.py MODEL [POINTS]; needs trimesh and rtree."""
import sys
import time

import numpy as np
import trimesh

mesh = trimesh.load(sys.argv[1], process=False)
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
rng = np.random.default_rng(1)
low, high = mesh.bounds
margin = 0.1 * (high - low)
points = {
    "box": rng.uniform(low - margin, high + margin, (count, 3)),
    "near": mesh.sample(count, seed=1) + rng.uniform(-1, 1, (count, 3)) * 0.01 * mesh.extents.max(),
}


def measure(label, places, query):
    wall, cpu = time.time(), time.process_time()
    query(places)
    wall, cpu = time.time() - wall, time.process_time() - cpu
    print(f"{label}: {len(places) / wall:.0f} per second, {len(places) / cpu:.0f} per CPU second, building included")


for name, places in points.items():
    measure(f"{name}, closest", places, lambda some: trimesh.proximity.ProximityQuery(mesh).on_surface(some))
    # A tenth of them, since rays for the signs take most of the time.
    measure(f"{name}, signed", places[: count // 10], lambda some: trimesh.proximity.signed_distance(mesh, some))
