"""A photo studio in a former workshop: large windows, white walls, oak floor, paper, soft light."""

import math

from furniture import (
    armchair, black, books, clothes_rail, floor_lamp, light_stand, mug, paper_roll, plant, rug, side_table, softbox, steel_window, stool,
    tripod_camera,
)
from kit import area, box, bricks, camera, concrete, exposure, fabric, glow, lathe, pane, place, plain, planks, plaster, rod, sky, sun, tube, wood


def room():
    """From x = -4 (windows) to 4.4 and y = -4 to 4; 3.8 high."""
    sky("#cfe2f5", 1.2)
    white = bricks("#f4f0ea", "#eae5dd", "#e2dcd2", 0.12)
    box((9.0, 9.0, 0.05), (0.2, 0, -0.025), planks("#c9a273", "#a97f52", 0.16, 2.0, 0, 0.34), 0)
    box((9.0, 9.0, 0.1), (0.2, 0, 3.9), plaster("#f1eee8"), 0)
    for y in (-2.4, 0, 2.4):
        box((9.0, 0.18, 0.26), (0.2, y, 3.74), wood("#caa678", "#a27d52", "x"), 0.012)
    box((9.0, 0.2, 3.9), (0.2, 4.1, 1.95), white, 0)
    box((0.2, 9.0, 3.9), (4.5, 0, 1.95), plaster("#efece5"), 0)
    box((9.0, 0.2, 3.9), (0.2, -4.3, 1.95), plaster("#efece5"), 0)
    # The wall of windows.
    sill = concrete("#c9c4ba")
    box((0.24, 9.0, 0.62), (-4.1, 0, 0.31), plaster("#f3f0ea"), 0)
    box((0.24, 9.0, 0.35), (-4.1, 0, 3.73), plaster("#f3f0ea"), 0)
    for y in (-4.05, -1.45, 1.15, 3.75):
        box((0.28, 0.5, 3.9), (-4.1, y, 1.95), plaster("#f3f0ea"), 0)
    box((0.34, 9.0, 0.05), (-4.06, 0, 0.64), sill, 0.012)
    for y in (-2.75, -0.15, 2.45):
        with place(-4.08, y, 0.66, turn=90):
            steel_window(2.1, 2.9, 4, 5)
        area((-4.35, y, 2.1), (0, y, 1.2), (2.1, 2.9), 70, "#e3efff")
    for y, width, tone in ((-3.0, 5.0, "#b9c4c4"), (3.2, 4.2, "#c9b9a6")):
        box((0.4, width, 3.4), (-14.0, y * 1.6, 0.2), plaster(tone), 0)
    sun((0.82, 0.3, -0.5), 26, "#ffd9a8", 0.7)
    exposure(0.15, "High Contrast")


def studio():
    room()
    with place(1.1, 3.75, 0):
        paper_roll(2.9, 3.0, 3.0, "#d8a98c")
    with place(0.95, 1.75, 0.005):
        stool(0.62)
        with place(0, 0, 0):
            drape()
    with place(3.1, 1.1, 0, turn=58):
        light_stand(2.15, 0.5)
        with place(0, 0, 2.2, tilt=22):
            softbox((1.1, 1.1), 0.5, 60)
    with place(-1.25, 3.3, 0, turn=8):
        flat("#f4f2ee", "#17181a")
    with place(0.3, -0.55, 0, turn=166):
        tripod_camera(1.4)
    with place(-3.2, 2.9, 0):
        plant(2.1, 34, "#b9a894", 0.42, 0.6)
    with place(-3.35, 0.2, 0):
        plant(1.0, 18, "#e6dfd2", 0.28, 0.32, "#5a7d3c")
    with place(-2.55, 1.5, 0, turn=52):
        armchair("#b98a5c")
    with place(-1.75, 0.95, 0):
        side_table(0.24, 0.45)
        with place(0.05, 0, 0.45, turn=40):
            mug("#2f4a57")
        box((0.2, 0.27, 0.012), (-0.06, 0.02, 0.456), plain("#b5533c", 0.6), 0.003, (0, 0, 25))
        box((0.19, 0.25, 0.012), (-0.06, 0.02, 0.469), plain("#e9e4da", 0.6), 0.003, (0, 0, 12))
    with place(-2.35, 1.15, 0.001, turn=20):
        rug((2.2, 1.7), plainly="#d9cfbf")
    with place(3.75, 2.9, 0, turn=-80):
        clothes_rail(1.5)
    for x, height, z, turn in ((2.15, 0.19, 0.095, 20), (2.2, 0.1, 0.241, 31)):
        box((0.5, 0.3, height), (x, 0.35, z), wood("#c9a06c", "#9b7443", "x"), 0.008, (0, 0, turn))
    area((0.8, -3.9, 2.6), (0.5, 2, 1), (4.5, 2), 26, "#fff4e6")
    camera((0.75, -3.65, 1.42), (-0.3, 2.2, 1.12), 24, (0.9, 1.8, 0.8), 4.0)


def drape():
    """A cloth thrown over the stool."""
    from kit import surface
    import numpy as np

    rows = []
    for t in np.linspace(0, 1, 26):
        row = []
        for a in np.linspace(0, 2 * math.pi, 73):
            inner = min(t / 0.42, 1) * 0.185
            fall = max(0, (t - 0.42) / 0.58)
            fold = 1 + fall * (0.16 * math.sin(a * 7 + 1) + 0.07 * math.sin(a * 13))
            radius = (inner + fall * 0.09) * fold
            long = 0.36 + 0.12 * math.sin(a * 2 + 0.7)
            row.append((radius * math.cos(a), radius * math.sin(a), 0.626 - fall * long - (0.008 * fall)))
        rows.append(row)
    surface(rows, fabric("#f0e9dc", 600), 0.003)


def flat(front, back):
    for turn, x in ((32, -0.5), (-32, 0.5)):
        with place(x, 0, 0, turn=turn):
            box((1.1, 0.05, 2.3), (0, 0, 1.16), plain(front, 0.85), 0.004)
            box((1.1, 0.006, 2.3), (0, 0.03, 1.16), plain(back, 0.85), 0)


def styling():
    """The end by the windows: a rail of clothes, a mirror, a table."""
    room()
    with place(-1.3, 3.55, 0, turn=4):
        clothes_rail(1.9)
    with place(0.7, 3.72, 0):
        with place(0, 0, 0.02, tilt=-7):
            box((0.86, 0.04, 1.95), (0, 0, 0.98), wood("#b98d5c", "#86603a", "z"), 0.012)
            box((0.76, 0.004, 1.85), (0, -0.022, 0.98), plain("#f4f6f6", 0.02, 1.0), 0)
    table = wood("#c7a071", "#96703f", "x", 0.35)
    with place(-1.7, 0.95, 0, turn=6):
        box((2.1, 0.85, 0.045), (0, 0, 0.74), table, 0.01)
        for x in (-0.92, 0.92):
            for y in (-0.34, 0.34):
                rod(0.024, 0.72, (x, y, 0.36), black())
        with place(-0.55, 0.05, 0.765):
            vase()
        with place(0.3, 0.12, 0.765, turn=20):
            mug("#e6ddcf")
        for i, tone in enumerate(("#c9b8a3", "#b5533c", "#efe9dc")):
            box((0.3 - i * 0.02, 0.22, 0.028), (0.68, -0.05, 0.779 + i * 0.029), plain(tone, 0.7), 0.004, (0, 0, 14 - i * 9))
        for i, tone in enumerate(("#d8a98c", "#8d9b86", "#2e3f4f", "#e6dfd2", "#b5533c")):
            box((0.11, 0.15, 0.003), (-0.06 + i * 0.055, -0.2 + (i % 2) * 0.05, 0.766 + i * 0.003), plain(tone, 0.75), 0.001, (0, 0, -24 + i * 13))
    with place(-0.55, 0.25, 0, turn=-30):
        stool(0.48)
    with place(-2.6, 0.2, 0, turn=160):
        stool(0.48)
    with place(-3.3, 3.25, 0):
        plant(2.0, 32, "#c9bba6", 0.42, 0.55)
    with place(1.15, 1.9, 0, turn=-32):
        armchair("#8d9b86")
    with place(1.75, 2.6, 0):
        floor_lamp(1.55, 18)
    with place(0.5, 1.7, 0.001, turn=-12):
        rug((2.6, 1.9), ("#d9c7ab", "#b5793f", "#efe6d4", "#8a5a3c", "#cbb894"))
    area((0.8, -3.9, 2.6), (-0.5, 2, 1), (4.5, 2), 70, "#fff4e6")
    camera((0.9, -2.55, 1.45), (-1.15, 2.4, 1.05), 26, (-1.2, 1.1, 0.9), 3.2)


def vase():
    import numpy as np
    from kit import chance, leaf, surface

    lathe(((0, 0), (0.06, 0), (0.1, 0.06), (0.095, 0.14), (0.045, 0.22), (0.05, 0.26), (0.042, 0.258), (0.04, 0.22), (0, 0.2)), (0, 0, 0), plain("#b5694a", 0.55))
    for i in range(15):
        turn, up, out = i * 137.5, chance.uniform(0.42, 0.72), chance.uniform(0.06, 0.26)
        with place(turn=turn):
            tube([(0, 0, 0.2), (0, out * 0.3, up * 0.65), (0, out, up)], 0.0025, plain("#6b7d45", 0.6))
            for k in range(7):
                t = 0.45 + k * 0.09
                y, z = out * t**1.5, 0.2 + (up - 0.2) * t
                with place(0, y, z, turn=90 if k % 2 else -90, tilt=25):
                    rows = [[(x * 0.02 * math.sin(math.pi * (r / 4) ** 0.8 + 0.05), 0.075 * r / 4, 0.01 * abs(x)) for x in (-1, 0, 1)] for r in range(5)]
                    surface(rows, leaf("#7f9566"))
