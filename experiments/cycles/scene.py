"""Renders one scene with Cycles: blender --background --python scene.py -- FOLDER, where scene.json says what and pixels.f32 comes."""
import json
import os
import sys
import time

import bpy
import numpy as np

folder = sys.argv[sys.argv.index("--") + 1]
with open(os.path.join(folder, "scene.json")) as file:
    wanted = json.load(file)

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.engine = "CYCLES"
scene.cycles.device = "CPU"
scene.cycles.use_adaptive_sampling = False
scene.cycles.use_denoising = False
for name in ("max", "diffuse", "glossy", "transmission", "volume", "transparent_max"):
    setattr(scene.cycles, f"{name}_bounces", 1024)
scene.cycles.sample_clamp_direct = 0
scene.cycles.sample_clamp_indirect = 0
scene.cycles.caustics_reflective = True
scene.cycles.caustics_refractive = True
scene.cycles.blur_glossy = 0
scene.cycles.pixel_filter_type = "BOX"
scene.cycles.filter_width = 1
scene.render.resolution_x = scene.render.resolution_y = wanted["size"]
scene.render.threads_mode = "FIXED"
scene.render.threads = 2

# The camera looks along x, so that the middle of panoramas is straight ahead.
camera = bpy.data.cameras.new("camera")
camera.sensor_fit = "VERTICAL"
camera.angle = np.radians(wanted["fovDegrees"])
placed = bpy.data.objects.new("camera", camera)
placed.location = (-wanted["distance"], 0, 0)
placed.rotation_euler = (np.pi / 2, 0, -np.pi / 2)
scene.collection.objects.link(placed)
scene.camera = placed

world = bpy.data.worlds.new("world")
scene.world = world
world.use_nodes = True
background = world.node_tree.nodes["Background"]
if "panorama" in wanted:
    width, height = wanted["panorama"]
    image = bpy.data.images.new("panorama", width, height, float_buffer=True)
    image.colorspace_settings.name = "Linear"
    colors = np.fromfile(os.path.join(folder, "panorama.f32"), dtype=np.float32).reshape(height, width, 3)[::-1]
    image.pixels.foreach_set(np.dstack([colors, np.ones((height, width), np.float32)]).ravel())
    texture = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = image
    texture.interpolation = "Closest"
    world.node_tree.links.new(texture.outputs["Color"], background.inputs["Color"])
    world.cycles.sampling_method = "MANUAL"
    world.cycles.sample_map_resolution = 256
else:
    background.inputs["Color"].default_value = (1, 1, 1, 1)

material = bpy.data.materials.new("material")
material.use_nodes = True
nodes, links = material.node_tree.nodes, material.node_tree.links
nodes.clear()
output = nodes.new("ShaderNodeOutputMaterial")
if "medium" in wanted:
    bpy.ops.mesh.primitive_cube_add(size=2)
    medium = wanted["medium"]
    # Scattering and absorption have densities of their own for each channel: colours are shares of the extinction.
    scatter, absorb, add = (nodes.new(f"ShaderNode{kind}") for kind in ("VolumeScatter", "VolumeAbsorption", "AddShader"))
    scatter.inputs["Color"].default_value = (*medium["albedo"], 1)
    scatter.inputs["Density"].default_value = medium["extinction"]
    scatter.inputs["Anisotropy"].default_value = medium["anisotropy"]
    # Absorption takes what its colour lacks: together with what is scattered, all of the extinction.
    absorb.inputs["Color"].default_value = (*medium["albedo"], 1)
    absorb.inputs["Density"].default_value = medium["extinction"]
    links.new(scatter.outputs[0], add.inputs[0])
    links.new(absorb.outputs[0], add.inputs[1])
    links.new(add.outputs[0], output.inputs["Volume"])
else:
    mesh = bpy.data.meshes.new("mesh")
    positions = np.fromfile(os.path.join(folder, "positions.f32"), dtype=np.float32).reshape(-1, 3)
    triangles = np.fromfile(os.path.join(folder, "triangles.u32"), dtype=np.uint32).reshape(-1, 3)
    mesh.from_pydata(positions.tolist(), [], triangles.tolist())
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("mesh", mesh))
    bpy.context.view_layer.objects.active = bpy.data.objects["mesh"]
    diffuse = nodes.new("ShaderNodeBsdfDiffuse")
    diffuse.inputs["Color"].default_value = (*wanted["reflectance"], 1)
    links.new(diffuse.outputs[0], output.inputs["Surface"])
bpy.context.view_layer.objects.active.data.materials.append(material)

scene.view_settings.view_transform = "Raw"
scene.render.image_settings.file_format = "OPEN_EXR"
scene.render.image_settings.color_depth = "32"
scene.render.film_transparent = True
scene.render.filepath = os.path.join(folder, "cycles.exr")


def render(samples, seed):
    scene.cycles.samples = samples
    scene.cycles.seed = seed
    start = time.process_time()
    bpy.ops.render.render(write_still=True)
    seconds = time.process_time() - start
    image = bpy.data.images.load(scene.render.filepath, check_existing=False)
    image.colorspace_settings.name = "Raw"
    pixels = np.empty(4 * wanted["size"] ** 2, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return seconds, pixels.reshape(wanted["size"], -1)[::-1]


# What a render costs before its first sample: scene, kernels and film.
render(1, 0)
rows = [render(samples, seed) for samples, seed in wanted["renders"]]
np.concatenate([pixels.ravel() for _, pixels in rows]).astype(np.float32).tofile(os.path.join(folder, "pixels.f32"))
with open(os.path.join(folder, "seconds.json"), "w") as file:
    json.dump([seconds for seconds, _ in rows], file)
