"""Renders one picture of a room: blender --background --python render.py -- ROOM [--width 1600] [--samples 96] [--out FILE.exr]

Cycles runs on one thread. Debian's Blender brings no denoiser, so `clean` smooths the light alone: it divides by the
color of the surfaces, averages neighbors with the same direction and distance, and multiplies again.
"""

import argparse
import importlib
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import cv2
import numpy as np

ROOMS = {
    "control-room": ("recording", "control_room"),
    "live-room": ("recording", "live_room"),
    "vocal-booth": ("recording", "vocals"),
    "daylight-studio": ("daylight", "studio"),
    "styling-table": ("daylight", "styling"),
    "podcast-corner": ("podcast", "corner"),
    "podcast-desk": ("podcast", "desk"),
    "cyclorama": ("film", "cyclorama"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--width", type=int, default=1600)
    parser.add_argument("--samples", type=int, default=96)
    parser.add_argument("--out", default="room.png")
    parser.add_argument("--raw", action="store_true", help="leave the noise in")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    module, build = ROOMS[options.room]
    set_up(options)
    getattr(importlib.import_module(module), build)()
    with tempfile.TemporaryDirectory() as folder:
        render(options, folder)


def set_up(options):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = options.width, options.width * 9 // 16
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = False
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = "CPU", options.samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.02, 24
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 7, 4, 3
    cycles.transparent_max_bounces, cycles.transmission_bounces = 10, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 2.5, 0
    cycles.blur_glossy = 1.0
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", "Medium High Contrast"
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    layer.use_pass_diffuse_color = True


def render(options, folder):
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    passes = ["Image", "Denoising Albedo", "Denoising Normal", "Denoising Depth"]
    output = tree.nodes.new("CompositorNodeOutputFile")
    output.base_path = folder
    output.format.file_format, output.format.color_depth = "OPEN_EXR", "32"
    output.file_slots.clear()
    for name in passes:
        output.file_slots.new(name.replace(" ", "-") + "-")
        tree.links.new(source.outputs[name], output.inputs[-1])
    bpy.ops.render.render()
    light, albedo, normal, depth = (read(folder, name) for name in passes)
    picture = light if options.raw else clean(light, albedo, normal, depth[..., :1])
    write(picture, options.out)


def read(folder, name):
    (file,) = [file for file in os.listdir(folder) if file.startswith(name.replace(" ", "-") + "-")]
    image = bpy.data.images.load(os.path.join(folder, file))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, 4)[..., :3]


def clean(light, albedo, normal, depth, reach=8):
    base = np.maximum(albedo, 0.02)
    even = np.log1p(np.maximum(light, 0) / base)
    guide = cv2.blur(even, (5, 5))
    spread = cv2.blur(even**2, (7, 7)) - cv2.blur(even, (7, 7)) ** 2
    spread = np.maximum(spread.mean(-1, keepdims=True), 1e-5)
    distance = np.log(np.maximum(depth, 0.05))
    total, weights = np.zeros_like(even), np.zeros((*even.shape[:2], 1), np.float32)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if dx * dx + dy * dy > reach * reach:
                continue
            moved = lambda a: np.roll(a, (dy, dx), (0, 1))
            unlike = ((moved(guide) - guide) ** 2).mean(-1, keepdims=True) / (0.5 * spread + 2e-4)
            unlike = unlike + ((moved(normal) - normal) ** 2).sum(-1, keepdims=True) / 0.03
            unlike = unlike + (moved(distance) - distance) ** 2 / 0.0012
            unlike = unlike + ((moved(albedo) - albedo) ** 2).sum(-1, keepdims=True) / 0.05
            weight = np.exp(-unlike - (dx * dx + dy * dy) / (0.9 * reach * reach))
            total += moved(even) * weight
            weights += weight
    return np.expm1(even_out(total / weights, normal, distance)) * base


def even_out(light, normal, distance):
    """Removes the spots that are larger than the reach of `clean`, and keeps the edges of shadows."""
    kernel = (1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16)
    for step in (2, 4, 8, 16):
        total, weights = np.zeros_like(light), np.zeros((*light.shape[:2], 1), np.float32)
        for i in range(-2, 3):
            for k in range(-2, 3):
                moved = lambda a: np.roll(a, (i * step, k * step), (0, 1))
                unlike = ((moved(light) - light) ** 2).mean(-1, keepdims=True) / 0.006
                unlike = unlike + ((moved(normal) - normal) ** 2).sum(-1, keepdims=True) / 0.05
                unlike = unlike + (moved(distance) - distance) ** 2 / 0.003
                weight = kernel[i + 2] * kernel[k + 2] * np.exp(-unlike)
                total += moved(light) * weight
                weights += weight
        light = total / weights
    return light


def write(pixels, path):
    height, width, _ = pixels.shape
    image = bpy.data.images.new("picture", width, height, float_buffer=True)
    image.colorspace_settings.name = "Linear"
    whole = np.ones((height, width, 4), np.float32)
    whole[..., :3] = pixels
    image.pixels.foreach_set(whole.ravel())
    scene = bpy.context.scene
    scene.render.image_settings.file_format = "PNG"
    image.save_render(path, scene=scene)


main()
