"""A video studio: a white cove with a camera before it, black around."""

import math

import numpy as np
from furniture import black, light_stand, matt, office_chair, softbox, steel, stool, tripod_camera
from kit import area, box, camera, concrete, fabric, glow, place, plain, plaster, ring, rod, sky, surface, tube, wood


def cove(width=7.0, deep=5.0, height=4.4, bend=1.2):
    """Floor, wall and the curve between them in one white sheet; the wall is at y = 0."""
    rows = []
    for t in np.linspace(0, 1, 60):
        flat, curve, wall = deep - bend, math.pi / 2 * bend, height - bend
        s = t * (flat + curve + wall)
        if s < flat:
            y, z = -deep + s, 0.03
        elif s < flat + curve:
            a = (s - flat) / bend
            y, z = -bend + bend * math.sin(a), 0.03 + bend * (1 - math.cos(a))
        else:
            y, z = 0, 0.03 + bend + (s - flat - curve)
        rows.append([(x, y, z) for x in np.linspace(-width / 2, width / 2, 12)])
    surface(rows, plaster("#f2f2f0", 0.55, 0.03))


def cyclorama():
    sky("#0a0c10", 0.2)
    box((12, 12, 0.05), (0, -1, -0.025), concrete("#4a4a4a", 0.35), 0)
    box((12, 12, 0.1), (0, -1, 5.0), plain("#111214", 0.9), 0)
    for x in (-5.4, 5.4):
        box((0.1, 12, 5), (x, -1, 2.5), fabric("#15171a", 120), 0)
    box((12, 0.1, 5), (0, 4.2, 2.5), plain("#15171a", 0.9), 0)
    with place(0.4, 4.0, 0):
        cove()
    pipe = steel()
    for y in (0.2, 1.6, 3.0):
        tube([(-5.3, y, 4.2), (5.3, y, 4.2)], 0.03, pipe, False)
    for x in (-3.0, 0, 3.0):
        tube([(x, -1.5, 4.27), (x, 3.9, 4.27)], 0.03, pipe, False)
    for x, y in ((-2.0, 1.6), (0.4, 1.6), (2.8, 1.6)):
        with place(x, y, 3.95):
            box((1.2, 0.7, 0.1), (0, 0, 0), black(), 0.02)
            box((1.12, 0.62, 0.01), (0, 0, -0.052), glow("#f2f6ff", 7), 0)
            area((0, 0, -0.08), (0, 0.5, -3), (1.1, 0.6), 60, "#eef4ff")
            for k in (-0.5, 0.5):
                tube([(k, 0, 0.05), (k, 0, 0.26)], 0.008, black(), False)
    with place(-2.75, 0.6, 0, turn=-52):
        light_stand(2.3, 0.55)
        with place(0, 0, 2.35, tilt=16):
            softbox((1.0, 1.4), 0.55, 110, "#ffe0b8")
    with place(3.5, 1.1, 0, turn=58):
        light_stand(2.4, 0.5)
        with place(0, 0, 2.45, tilt=20):
            tubes()
    with place(0.35, -1.35, 0, turn=180):
        tripod_camera(1.5)
    with place(0.6, 2.0, 0.03, turn=12):
        stool(0.75)
    with place(-1.7, -0.9, 0, turn=160):
        chair()
    with place(2.5, -0.6, 0, turn=-20):
        cart()
    for x, y, turn, tall in ((1.75, 0.25, 10, 0.2), (1.75, 0.25, 24, 0.3)):
        box((0.5, 0.3, 0.19 if tall < 0.25 else 0.1), (x, y, 0.1 if tall < 0.25 else 0.25), wood("#c9a06c", "#9b7443", "x"), 0.008, (0, 0, turn))
    tube([(-2.75, 0.6, 0.01), (-2.4, -0.3, 0.01), (-1.0, -0.5, 0.01), (0.2, -0.4, 0.01), (1.6, -0.9, 0.01), (2.4, -0.7, 0.01)], 0.007, matt())
    area((-1, -4.6, 3.4), (0, 1, 0.8), (5, 1), 50, "#9db8ff")
    camera((-1.1, -4.3, 1.5), (0.35, 2.0, 1.45), 24, (0.35, -1.3, 1.4), 4.0)


def tubes():
    for i in range(4):
        rod(0.02, 1.2, (-0.15 + i * 0.1, -0.03, 0), glow("#ff9d6b" if i % 2 else "#ffb98a", 6))
    box((0.5, 0.03, 1.24), (0, 0.01, 0), black(), 0.01)
    area((0, -0.08, 0), (0, -2, -0.4), (0.5, 1.2), 70, "#ff9c66")


def chair():
    oak = wood("#3a2416", "#21130b", "z", 0.4)
    for x in (-0.27, 0.27):
        for lean in (-1, 1):
            tube([(x, -0.22 * lean, 0), (x, 0.22 * lean, 0.62)], 0.014, oak, False)
        tube([(x, -0.26, 0.63), (x, 0.26, 0.63)], 0.018, oak, False)
        tube([(x, 0.2, 0.6), (x, 0.28, 0.98)], 0.013, oak, False)
    cloth = fabric("#16181b", 300)
    box((0.54, 0.4, 0.012), (0, 0, 0.46), cloth, 0.004)
    box((0.56, 0.012, 0.18), (0, 0.265, 0.88), cloth, 0.004, (-8, 0, 0))


def cart():
    for z in (0.25, 0.85):
        box((0.8, 0.5, 0.03), (0, 0, z), black(), 0.006)
    for x in (-0.37, 0.37):
        for y in (-0.22, 0.22):
            rod(0.014, 0.9, (x, y, 0.45), steel())
            rod(0.05, 0.03, (x, y, 0.05), matt(), (0, 90, 0))
    from furniture import display

    with place(-0.02, 0, 0.865):
        display(0.6, 0.36, preview(), 1.4)


def preview():
    """What the camera sees: a stool in a white cove, with frame lines."""
    height, width = 270, 480
    v, u = np.mgrid[0:height, 0:width]
    image = np.full((height, width, 3), 0.8) - (v / height)[..., None] * 0.22 - (np.abs(u - width / 2) / width)[..., None] * 0.35
    image[..., 2] *= 0.94
    image[140:210, 228:234] = image[140:210, 262:268] = 0.2
    image[132:142, 216:280] = (0.45, 0.32, 0.2)
    for inset in (16,):
        image[inset : inset + 2, inset:-inset] = image[-inset - 2 : -inset, inset:-inset] = 1
        image[inset:-inset, inset : inset + 2] = image[inset:-inset, -inset - 2 : -inset] = 1
    image[22:30, 24:32] = (0.9, 0.15, 0.1)
    return image
