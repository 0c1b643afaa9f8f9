"""A podcast studio: a warm corner for conversations, dark green walls, oak, soft chairs."""

import math

from furniture import (
    armchair, black, books, chrome, desk_arm, broadcast_microphone, floor_lamp, headphones, matt, microphone_stand, mug, neon, panel, pendant, plant,
    pillow, rug, side_table, slats, sofa, steel, table_lamp, tripod_camera,
)
from kit import area, box, bricks, bulb, camera, exposure, fabric, foam, glow, lathe, place, plain, planks, plaster, ring, rod, sky, tube, wood


def room():
    sky("#0d1210", 0.25)
    box((7.0, 6.5, 0.05), (0, 0, -0.025), planks("#8a6240", "#65432a", 0.09, 0.9, 90, 0.38), 0)
    box((7.0, 6.5, 0.1), (0, 0, 2.95), plaster("#2b3330"), 0)
    green = plaster("#2f4a41", 0.8)
    box((7.0, 0.1, 3.0), (0, 2.7, 1.5), green, 0)
    box((0.1, 6.5, 3.0), (-3.2, 0, 1.5), bricks("#84503c", "#6a3b2c", "#8a8078"), 0)
    box((0.1, 6.5, 3.0), (3.4, 0, 1.5), green, 0)
    oak = wood("#b98a58", "#83592f", "z", 0.42)
    with place(0.95, 2.64, 0):
        slats(2.9, 2.95, oak, 0.052, 0.032, 0.03)
    box((2.94, 0.02, 0.012), (0.95, 2.6, 2.94), glow("#ffb468", 10), 0)
    area((0.95, 2.5, 2.9), (0.95, 2.66, 0.0), (2.9, 0.05), 14, "#ffb468")


def shelf(x, y, turn=0):
    oak = wood("#9a6d42", "#63411f", "x", 0.4)
    with place(x, y, 0, turn=turn):
        for z in (0.08, 0.5, 0.92, 1.34, 1.76):
            box((1.3, 0.3, 0.03), (0, 0, z), oak, 0.005)
        for side in (-0.64, 0.64):
            box((0.03, 0.3, 1.76), (side, 0, 0.9), oak, 0.005)
        for i, (z, left, count) in enumerate(((0.1, -0.58, 22), (0.52, -0.58, 9), (0.94, -0.1, 15), (1.36, -0.58, 10))):
            with place(left, -0.02, z + 0.005):
                books(count, 0.3 if i == 0 else 0.27)
        with place(0.35, 0, 0.52):
            table_lamp(5)
        with place(-0.36, 0, 0.935):
            box((0.34, 0.2, 0.2), (0, 0, 0.11), wood("#7a4a2a", "#45260f", "x", 0.3, 0.3), 0.02)
            box((0.2, 0.01, 0.15), (-0.05, -0.1, 0.11), fabric("#b9a47c", 700), 0.003)
            with place(0.11, -0.105, 0.13, tilt=90):
                lathe(((0, 0.016), (0.03, 0.016), (0.033, 0)), (0, 0, 0), chrome())
        with place(0.3, 0, 1.37, scale=0.42):
            plant(1.0, 20, "#d9cbb4", 0.34, 0.4)
        with place(-0.3, 0, 1.78, scale=0.5):
            plant(0.8, 24, "#7d5a41", 0.32, 0.5, "#557a3a")


def table():
    oak = wood("#b58351", "#7c532c", "x", 0.3, 0.2)
    lathe(((0, 0), (0.6, 0), (0.62, 0.012), (0.62, 0.03), (0.61, 0.04), (0, 0.04)), (0, 0, 0.68), oak, steps=72)
    lathe(((0, 0), (0.3, 0), (0.3, 0.015), (0.06, 0.05), (0.045, 0.1), (0.045, 0.6), (0.1, 0.68), (0, 0.68)), (0, 0, 0), black())


def corner():
    room()
    with place(0.25, 0.65, 0.001):
        rug((3.6, 2.8), ("#8a3a2c", "#d0a468", "#2a4a4a", "#e9dcc2", "#b5653a"))
    with place(0.25, 0.75, 0):
        table()
        for turn, reach in ((90, (0.45, 0.4)), (-90, (0.45, 0.4)), (0, (0.4, 0.34))):
            with place(turn=turn):
                with place(0, -0.02 if turn else 0.5, 0.72, turn=180 if not turn else 0):
                    arm_toward()
        with place(-0.2, -0.2, 0.72, turn=70):
            mug("#d9643a")
        with place(0.3, -0.32, 0.72, turn=10):
            mug("#e6ddcf")
        box((0.2, 0.28, 0.01), (0.02, -0.38, 0.726), plain("#efe9dc", 0.7), 0.002, (0, 0, 14))
        with place(-0.05, 0.05, 0.72, turn=20, tilt=90):
            pass
    for x, y, turn, cloth in ((-0.95, 0.55, 62, "#a8552f"), (1.45, 0.55, -62, "#a8552f"), (0.25, 1.95, 0, "#3d5a6b")):
        with place(x, y, 0, turn=turn):
            armchair(cloth)
    pillow("#d9b35c", (-1.02, 0.62, 0.47), 62, 0.36)
    shelf(-1.85, 2.45)
    with place(2.75, 1.95, 0):
        floor_lamp(1.6, 34)
    with place(-2.75, 1.25, 0):
        plant(1.7, 28, "#c9bba6", 0.36, 0.45)
    with place(2.85, 0.75, 0):
        plant(1.0, 20, "#8a5a3c", 0.3, 0.36)
    for x, y, drop in ((-0.35, 0.75, 0.75), (0.25, 0.95, 0.95), (0.85, 0.7, 0.68)):
        with place(x, y, 2.92):
            pendant(drop, power=11)
    with place(0.35, 2.58, 2.05):
        points = [(0.1 * k, 0, 0.16 * math.sin(k * 0.9) * math.exp(-((k - 6) ** 2) / 18)) for k in range(13)]
        neon(points, "#ffb27a", 9)
    for y in (-0.3, 1.2):
        with place(-3.14, y, 1.2, turn=90):
            panel(0.9, 1.2, "#3a5a50")
    area((0.2, -2.6, 2.6), (0.2, 1, 0.6), (3, 1), 42, "#ffd9b0")
    area((3.0, -1.5, 2.2), (0, 1, 0.7), (0.8, 1.4), 16, "#a9c8ff")
    exposure(0.75)
    camera((-0.35, -2.75, 1.42), (0.2, 1.2, 0.98), 26, (0.25, 0.6, 0.9), 3.2)


def arm_toward():
    """An arm on the table's edge whose microphone looks to the chair behind it."""
    with place(0, 0.5, 0, turn=0):
        desk_arm((0.3, 0.15))


def desk():
    """Close to the microphone, the room a blur of lamps."""
    room()
    shelf(-1.3, 2.45)
    with place(1.7, 1.9, 0):
        floor_lamp(1.5, 30)
    with place(0.2, 1.7, 0, turn=-10):
        armchair("#a8552f")
    with place(-2.3, 1.6, 0):
        plant(1.7, 28, "#c9bba6", 0.36, 0.45)
    for x, y, drop in ((-0.5, 1.2, 0.9), (0.6, 1.5, 0.7), (1.4, 1.1, 1.0)):
        with place(x, y, 2.92):
            pendant(drop, power=11)
    box((2.2, 0.9, 0.04), (0, -0.6, 0.72), wood("#b58351", "#7c532c", "x", 0.3, 0.2), 0.01)
    with place(0.12, -0.75, 1.06, turn=-52, tilt=4):
        broadcast_microphone()
    tube([(0.21, -0.68, 1.07), (0.3, -0.6, 1.12), (0.72, -0.34, 1.2)], 0.009, black(), False)
    tube([(0.72, -0.34, 1.2), (0.95, -0.2, 0.76)], 0.011, black(), False)
    rod(0.02, 0.05, (0.72, -0.34, 1.2), steel(), (90, 0, 0))
    with place(-0.42, -0.5, 0.742, turn=24, tilt=0):
        headphones()
    with place(0.52, -0.85, 0.741, turn=120):
        mug("#d9643a")
    box((0.2, 0.27, 0.01), (-0.25, -0.86, 0.746), plain("#efe9dc", 0.7), 0.002, (0, 0, 20))
    rod(0.004, 0.15, (-0.2, -0.86, 0.756), black(), (90, 0, 60))
    area((-1.2, -1.4, 1.9), (0.1, -0.75, 1.0), (0.5, 0.8), 10, "#ffe2c0")
    area((1.4, -0.9, 1.5), (0.1, -0.75, 1.0), (0.3, 0.8), 7, "#9fc4ff")
    exposure(0.5)
    camera((-0.28, -1.72, 1.16), (0.06, -0.6, 1.03), 42, (0.08, -0.8, 1.05), 2.0)
