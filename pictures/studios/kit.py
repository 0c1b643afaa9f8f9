"""Parts of rooms for Blender: materials, shapes, furniture, light. All sizes are in meters."""

import math
import random
from contextlib import contextmanager

import bmesh
import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

chance = random.Random(7)
_frame = [Matrix.Identity(4)]
_materials = {}
_meshes = {}


@contextmanager
def place(x=0.0, y=0.0, z=0.0, turn=0.0, tilt=0.0, scale=1.0):
    """Places all objects made in the block at this point, turned by degrees around the vertical axis."""
    matrix = Matrix.Translation((x, y, z)) @ Matrix.Rotation(math.radians(turn), 4, "Z")
    matrix = matrix @ Matrix.Rotation(math.radians(tilt), 4, "X") @ Matrix.Scale(scale, 4)
    _frame.append(_frame[-1] @ matrix)
    try:
        yield
    finally:
        _frame.pop()


def add(data, at=(0, 0, 0), turn=(0, 0, 0)):
    thing = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(thing)
    angles = Euler([math.radians(angle) for angle in turn]).to_matrix().to_4x4()
    thing.matrix_world = _frame[-1] @ Matrix.Translation(at) @ angles
    return thing


# Materials


class Shader:
    """A principled material whose inputs are set by name, and nodes that feed them."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.links = self.material.node_tree.links
        self.base = self.nodes["Principled BSDF"]

    def node(self, kind, inputs=None, **fields):
        node = self.nodes.new("ShaderNode" + kind)
        for key, value in fields.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.feed(node, key, value)
        return node

    def feed(self, node, key, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.links.new(value, node.inputs[key])
        else:
            node.inputs[key].default_value = value

    def set(self, **inputs):
        for key, value in inputs.items():
            self.feed(self.base, key.replace("_", " "), value)
        return self

    def place(self, scale=(1, 1, 1), turn=(0, 0, 0)):
        source = self.node("TexCoord").outputs["Object"]
        return self.node("Mapping", {"Vector": source, "Scale": scale, "Rotation": [math.radians(a) for a in turn]}).outputs[0]

    def noise(self, vector, scale, detail=6, distortion=0.0):
        inputs = {"Vector": vector, "Scale": scale, "Detail": detail, "Distortion": distortion}
        return self.node("TexNoise", inputs).outputs["Fac"]

    def ramp(self, factor, *stops):
        node = self.node("ValToRGB", {"Fac": factor})
        ramp = node.color_ramp
        for position, color in stops[2:]:
            ramp.elements.new(position)
        for element, (position, color) in zip(ramp.elements, sorted(stops, key=lambda stop: stop[0])):
            element.position, element.color = position, rgba(color)
        return node.outputs[0]

    def mix(self, factor, one, other, blend="MIX"):
        node = self.node("MixRGB", blend_type=blend)
        for key, value in (("Fac", factor), ("Color1", one), ("Color2", other)):
            self.feed(node, key, value if isinstance(value, (float, int, bpy.types.NodeSocket)) else rgba(value))
        return node.outputs[0]

    def bump(self, height, strength=0.2, distance=0.01):
        node = self.node("Bump", {"Height": height, "Strength": strength, "Distance": distance})
        return self.set(Normal=node.outputs[0])


def rgba(color):
    """A color of the web (#rrggbb) as linear light."""
    if not isinstance(color, str):
        return (*color[:3], 1.0)
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return (*[c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts], 1.0)


def kept(make):
    """Returns the same material for the same arguments."""

    def named(*args, **fields):
        key = (make.__name__, args, tuple(sorted(fields.items())))
        if key not in _materials:
            _materials[key] = make(*args, **fields)
        return _materials[key]

    return named


@kept
def plain(color, rough=0.5, metal=0.0, coat=0.0):
    """Painted metal or plastic with traces of fingers: the roughness is never even."""
    shader = Shader("plain")
    smudge = shader.noise(shader.place(), 9, 5)
    node = shader.node("MapRange", {"Value": smudge, "To Min": max(0.02, rough - 0.1), "To Max": min(1, rough + 0.12)})
    shader.set(Base_Color=rgba(color), Metallic=metal, Roughness=node.outputs[0], Clearcoat=coat)
    return shader.material


@kept
def wood(light="#b98a5a", dark="#7c5130", along="z", rough=0.42, coat=0.0):
    shader = Shader("wood")
    stretch = {"x": (0.9, 9, 9), "y": (9, 0.9, 9), "z": (9, 9, 0.9)}[along]
    vector = shader.place(stretch)
    offset = shader.node("ObjectInfo").outputs["Random"]
    shifted = shader.node("VectorMath", {0: vector}, operation="ADD")
    shader.links.new(shader.node("Math", {0: offset, 1: 40.0}, operation="MULTIPLY").outputs[0], shifted.inputs[1])
    grain = shader.noise(shifted.outputs[0], 2.2, 8, 1.4)
    fine = shader.noise(shifted.outputs[0], 14, 4, 0.4)
    color = shader.ramp(grain, (0.34, dark), (0.66, light))
    color = shader.mix(0.35, color, shader.ramp(fine, (0.35, dark), (0.6, "#ffffff")), "MULTIPLY")
    tone = shader.node("HueSaturation", {"Color": color, "Value": shader.node("MapRange", {"Value": offset, "To Min": 0.78, "To Max": 1.15}).outputs[0]})
    shader.set(Base_Color=tone.outputs[0], Roughness=rough, Clearcoat=coat)
    return shader.bump(fine, 0.12, 0.002).material


@kept
def planks(light="#b08356", dark="#8a6038", width=0.14, length=1.7, turn=0, rough=0.36):
    shader = Shader("planks")
    vector = shader.place(turn=(0, 0, turn))
    inputs = {"Vector": vector, "Color1": rgba(light), "Color2": rgba(dark), "Mortar": rgba("#2a1c10"), "Scale": 1.0}
    inputs |= {"Mortar Size": 0.0016, "Mortar Smooth": 0.3, "Brick Width": length, "Row Height": width}
    brick = shader.node("TexBrick", inputs, offset=0.37, offset_frequency=2)
    stretched = shader.node("Mapping", {"Vector": vector, "Scale": (0.8, 11, 1)}).outputs[0]
    warped = shader.node("MixRGB", {"Fac": 0.3, "Color1": stretched, "Color2": brick.outputs["Color"]}, blend_type="ADD").outputs[0]
    grain = shader.noise(warped, 3.2, 9, 1.1)
    color = shader.mix(0.55, brick.outputs["Color"], shader.ramp(grain, (0.3, "#7a5a3c"), (0.68, "#ffffff")), "MULTIPLY")
    wear = shader.noise(vector, 1.3, 6)
    shader.set(Base_Color=color, Roughness=shader.node("MapRange", {"Value": wear, "To Min": rough - 0.12, "To Max": rough + 0.2}).outputs[0])
    height = shader.node("MixRGB", {"Fac": 0.12, "Color1": shader.node("Invert", {"Color": brick.outputs["Fac"]}).outputs[0], "Color2": grain}).outputs[0]
    return shader.bump(height, 0.35, 0.004).material


@kept
def fabric(color="#4b5563", weave=420.0, fuzz=0.4):
    shader = Shader("fabric")
    vector = shader.place()
    threads = shader.node("TexVoronoi", {"Vector": vector, "Scale": weave}).outputs["Distance"]
    cloud = shader.noise(vector, 6, 6)
    tone = shader.mix(0.3, color, shader.ramp(cloud, (0.3, "#333333"), (0.7, "#ffffff")), "MULTIPLY")
    shader.set(Base_Color=shader.mix(0.25, tone, threads, "MULTIPLY"), Roughness=0.92, Sheen=fuzz, Specular=0.15)
    return shader.bump(threads, 0.35, 0.002).material


@kept
def plaster(color="#e7e2d8", rough=0.85, depth=0.15):
    shader = Shader("plaster")
    vector = shader.place()
    big, small = shader.noise(vector, 0.9, 5), shader.noise(vector, 38, 6)
    shader.set(Base_Color=shader.mix(0.16, color, shader.ramp(big, (0.3, "#77706a"), (0.7, "#ffffff")), "MULTIPLY"), Roughness=rough)
    return shader.bump(small, depth, 0.006).material


@kept
def concrete(color="#8d8b87", rough=0.5):
    shader = Shader("concrete")
    vector = shader.place()
    big, mid, small = (shader.noise(vector, scale, 8, 0.6) for scale in (0.5, 3.1, 45))
    tone = shader.mix(0.5, color, shader.ramp(big, (0.32, "#6d6a66"), (0.7, "#ffffff")), "MULTIPLY")
    tone = shader.mix(0.3, tone, shader.ramp(mid, (0.38, "#4f4c49"), (0.6, "#ffffff")), "MULTIPLY")
    shader.set(Base_Color=tone, Roughness=shader.node("MapRange", {"Value": mid, "To Min": rough - 0.2, "To Max": rough + 0.25}).outputs[0])
    return shader.bump(small, 0.12, 0.004).material


@kept
def bricks(color="#8c4a36", other="#6d3527", mortar="#9a938a", rough_look=0.6):
    shader = Shader("bricks")
    inputs = {"Vector": shader.place(turn=(90, 0, 0)), "Color1": rgba(color), "Color2": rgba(other), "Mortar": rgba(mortar)}
    inputs |= {"Scale": 1.0, "Mortar Size": 0.007, "Mortar Smooth": 0.25, "Brick Width": 0.22, "Row Height": 0.072}
    brick = shader.node("TexBrick", inputs)
    rough = shader.noise(shader.place(), 26, 8)
    color = shader.mix(rough_look, brick.outputs["Color"], shader.ramp(rough, (0.3, "#5a4a44"), (0.7, "#ffffff")), "MULTIPLY")
    shader.set(Base_Color=color, Roughness=0.9)
    flat = shader.node("Invert", {"Color": brick.outputs["Fac"]}).outputs[0]
    return shader.bump(shader.mix(0.25, flat, rough), 0.8, 0.012).material


@kept
def foam(color="#26282c"):
    shader = Shader("foam")
    pores = shader.noise(shader.place(), 160, 3)
    shader.set(Base_Color=shader.mix(0.5, color, shader.ramp(pores, (0.35, "#111111"), (0.6, "#ffffff")), "MULTIPLY"), Roughness=0.98)
    return shader.bump(pores, 0.6, 0.003).material


@kept
def grille(color="#b9b3a6", scale=300.0):
    """Woven metal of a microphone or a loudspeaker."""
    shader = Shader("grille")
    vector = shader.place((scale, scale, scale), (0, 0, 45))
    check = shader.node("TexChecker", {"Vector": vector, "Scale": 1.0}).outputs["Fac"]
    shader.set(Base_Color=shader.mix(check, color, "#1c1a18"), Metallic=0.9, Roughness=0.35)
    return shader.bump(check, 0.5, 0.001).material


@kept
def brass(color="#c9a24f"):
    """A cymbal: rings turned into the metal."""
    shader = Shader("brass")
    wave = shader.node("TexWave", {"Vector": shader.place(), "Scale": 38.0, "Distortion": 0.4}, wave_type="RINGS", rings_direction="Z").outputs["Fac"]
    shader.set(Base_Color=rgba(color), Metallic=1.0, Roughness=0.28)
    return shader.bump(wave, 0.12, 0.001).material


@kept
def pane(tint="#f2fbff", reflect=0.09):
    """Thin glass: it lets light through straight and mirrors a little. Real glass would only add noise."""
    shader = Shader("pane")
    through = shader.node("BsdfTransparent", {"Color": rgba(tint)})
    mirror = shader.node("BsdfGlossy", {"Roughness": 0.0})
    facing = shader.node("LayerWeight", {"Blend": 0.25}).outputs["Facing"]
    amount = shader.node("MapRange", {"Value": facing, "To Min": reflect * 0.4, "To Max": reflect * 3}).outputs[0]
    node = shader.node("MixShader", {0: amount, 1: through.outputs[0], 2: mirror.outputs[0]})
    shader.links.new(node.outputs[0], shader.nodes["Material Output"].inputs[0])
    return shader.material


@kept
def glow(color="#ffd9a0", strength=8.0):
    shader = Shader("glow")
    return shader.set(Base_Color=(0, 0, 0, 1), Emission=rgba(color), Emission_Strength=strength, Specular=0).material


@kept
def shade(color="#f3dfc0", strength=2.0):
    """Cloth with a lamp behind it."""
    shader = Shader("shade")
    threads = shader.noise(shader.place((60, 60, 160)), 3, 4)
    light = shader.mix(0.25, color, shader.ramp(threads, (0.3, "#b08850"), (0.7, "#ffffff")), "MULTIPLY")
    return shader.set(Base_Color=light, Emission=light, Emission_Strength=strength, Roughness=0.9).material


@kept
def leaf(color="#3f6b35"):
    shader = Shader("leaf")
    spots = shader.noise(shader.place(), 12, 5)
    random_tone = shader.node("ObjectInfo").outputs["Random"]
    tone = shader.node("MapRange", {"Value": random_tone, "To Min": 0.65, "To Max": 1.25}).outputs[0]
    color = shader.mix(0.5, color, shader.ramp(spots, (0.35, "#1f3b1c"), (0.65, "#a9c67a")), "SOFT_LIGHT")
    shade_of = shader.node("HueSaturation", {"Color": color, "Value": tone}).outputs[0]
    return shader.set(Base_Color=shade_of, Roughness=0.38, Specular=0.4, Subsurface=0.0).material


def picture(name, pixels, strength=0.0, rough=0.8, fuzz=False):
    """A material of an image made by numpy (height, width, 3; light from 0 to 1, as on the web)."""
    height, width, _ = pixels.shape
    image = bpy.data.images.new(name, width, height)
    whole = np.ones((height, width, 4), np.float32)
    whole[..., :3] = np.clip(pixels, 0, 1)
    image.pixels.foreach_set(whole[::-1].ravel())
    image.pack()
    shader = Shader(name)
    source = shader.node("TexCoord").outputs["UV"]
    color = shader.node("TexImage", {"Vector": source}, image=image).outputs["Color"]
    if strength:
        shader.set(Base_Color=(0.01, 0.01, 0.01, 1), Emission=color, Emission_Strength=strength, Roughness=0.25)
    else:
        shader.set(Base_Color=color, Roughness=rough, Specular=0.1, Sheen=0.3 if fuzz else 0)
        if fuzz:
            shader.bump(shader.noise(shader.place(), 260, 3), 0.8, 0.006)
    return shader.material


# Shapes


def mesh_of(name, build, smooth=30):
    mesh = bpy.data.meshes.new(name)
    form = bmesh.new()
    build(form)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(mesh)
    form.free()
    for face in mesh.polygons:
        face.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(smooth)
    return mesh


def shape(key, build, material, at=(0, 0, 0), turn=(0, 0, 0), smooth=30):
    """An object that shares its mesh with all objects of the same key and material."""
    whole = (key, material.name)
    if whole not in _meshes:
        _meshes[whole] = mesh_of(str(key[0]), build, smooth)
        _meshes[whole].materials.append(material)
    return add(_meshes[whole], at, turn)


def box(size, at, material, bevel=0.006, turn=(0, 0, 0), segments=3):
    """A block that stands around its center, with rounded edges."""
    width = min(bevel, min(size) * 0.48)

    def build(form):
        bmesh.ops.create_cube(form, size=1)
        bmesh.ops.scale(form, vec=size, verts=form.verts)
        if width > 0:
            bmesh.ops.bevel(form, geom=form.edges[:] + form.verts[:], offset=width, segments=segments, profile=0.5, affect="EDGES")

    return shape(("box", tuple(size), width, segments), build, material, at, turn)


def lathe(profile, at, material, turn=(0, 0, 0), steps=40, smooth=40):
    """A turned thing: (radius, height) points around the vertical axis."""

    def build(form):
        rings = []
        for radius, height in profile:
            if radius < 1e-6:
                rings.append([form.verts.new((0, 0, height))])
                continue
            angles = [2 * math.pi * i / steps for i in range(steps)]
            rings.append([form.verts.new((radius * math.cos(a), radius * math.sin(a), height)) for a in angles])
        for low, high in zip(rings, rings[1:]):
            for i in range(steps):
                corners = [low[i % len(low)], low[(i + 1) % len(low)], high[(i + 1) % len(high)], high[i % len(high)]]
                unique = list(dict.fromkeys(corners))
                if len(unique) > 2:
                    form.faces.new(unique)

    return shape(("lathe", tuple(profile), steps), build, material, at, turn, smooth)


def rod(radius, length, at, material, turn=(0, 0, 0), bevel=0.002, steps=24):
    """A round bar along its own vertical axis, around its center."""
    b, h = min(bevel, radius * 0.4), length / 2
    points = ((0, -h), (radius - b, -h), (radius, -h + b), (radius, h - b), (radius - b, h), (0, h))
    return lathe(points, at, material, turn, steps)


def ring(radius, thick, at, material, turn=(0, 0, 0)):
    profile = [(radius + thick * math.cos(a), thick * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 13)]
    return lathe(tuple(profile), at, material, turn, 48, 180)


def tube(points, radius, material, smooth=True):
    """A cable, pipe or arm through these points."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 4, True
    curve.resolution_u = 10
    line = curve.splines.new("BEZIER" if smooth else "POLY")
    if smooth:
        line.bezier_points.add(len(points) - 1)
        for knot, point in zip(line.bezier_points, points):
            knot.co, knot.handle_left_type, knot.handle_right_type = point, "AUTO", "AUTO"
    else:
        line.points.add(len(points) - 1)
        for knot, point in zip(line.points, points):
            knot.co = (*point, 1)
    curve.materials.append(material)
    return add(curve)


def cushion(size, at, material, turn=(0, 0, 0), soft=0.4):
    """Upholstery: a rounded block that bulges."""
    half = Vector(size) / 2
    radius = min(size) * soft

    def build(form):
        bmesh.ops.create_cube(form, size=2)
        bmesh.ops.subdivide_edges(form, edges=form.edges[:], cuts=9, use_grid_fill=True)
        for vert in form.verts:
            point = Vector([vert.co[i] * half[i] for i in range(3)])
            inner = Vector([max(-half[i] + radius, min(half[i] - radius, point[i])) for i in range(3)])
            out = point - inner
            if out.length > 1e-9:
                point = inner + out.normalized() * radius
            thin = min(range(3), key=lambda i: half[i])
            bulge = 1 + 0.16 * math.prod(1 - (vert.co[i] ** 2) for i in range(3) if i != thin)
            point[thin] *= bulge
            vert.co = point

    return shape(("cushion", tuple(size), soft), build, material, at, turn, 180)


def sheet(size, at, material, turn=(0, 0, 0)):
    """A flat picture with texture coordinates, facing up."""
    mesh = bpy.data.meshes.new("sheet")
    x, y = size[0] / 2, size[1] / 2
    mesh.from_pydata([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new()
    for corner, uv in zip(layer.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        corner.uv = uv
    mesh.materials.append(material)
    return add(mesh, at, turn)


def surface(rows, material, thick=0.0, smooth=180):
    """A sheet through a grid of points."""
    def build(form):
        grid = [[form.verts.new(point) for point in row] for row in rows]
        for low, high in zip(grid, grid[1:]):
            for i in range(len(low) - 1):
                form.faces.new((low[i], low[i + 1], high[i + 1], high[i]))

    mesh = mesh_of("surface", build, smooth)
    mesh.materials.append(material)
    thing = add(mesh)
    if thick:
        thing.modifiers.new("thick", "SOLIDIFY").thickness = thick
    return thing


# Light


def area(at, toward, size, power, color="#ffffff", seen=False):
    light = bpy.data.lights.new("area", "AREA")
    light.shape, light.size, light.size_y = "RECTANGLE", size[0], size[1]
    light.energy, light.color = power, rgba(color)[:3]
    lamp = add(light, at)
    direction = Vector(toward) - Vector(at)
    lamp.matrix_world = _frame[-1] @ Matrix.Translation(at) @ direction.to_track_quat("-Z", "Y").to_matrix().to_4x4()
    # The room is lit by more lamps than a visitor sees; no window or polished floor may reflect the hidden ones.
    lamp.visible_camera = lamp.visible_glossy = seen
    return lamp


def bulb(at, power, color="#ffb469", radius=0.04):
    light = bpy.data.lights.new("bulb", "POINT")
    light.energy, light.color, light.shadow_soft_size = power, rgba(color)[:3], radius
    lamp = add(light, at)
    lamp.visible_camera = False
    return lamp


def sun(toward, power, color="#fff1dd", angle=0.9):
    light = bpy.data.lights.new("sun", "SUN")
    light.energy, light.color, light.angle = power, rgba(color)[:3], math.radians(angle)
    lamp = add(light)
    lamp.matrix_world = Vector(toward).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    return lamp


def sky(color, strength):
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = rgba(color)
    world.node_tree.nodes["Background"].inputs[1].default_value = strength


def camera(at, toward, lens=28, sharp_at=None, stop=2.8, shift=0.0):
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.shift_y = lens, 36, shift
    data.dof.use_dof, data.dof.aperture_fstop = True, stop
    data.dof.focus_distance = (Vector(sharp_at or toward) - Vector(at)).length
    view = add(data, at)
    view.matrix_world = Matrix.Translation(at) @ (Vector(toward) - Vector(at)).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    bpy.context.scene.camera = view


def exposure(stops, look="Medium High Contrast"):
    bpy.context.scene.view_settings.exposure = stops
    bpy.context.scene.view_settings.look = look
