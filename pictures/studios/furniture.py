"""Furniture and equipment of studios. Each function builds one object at the origin of the current place, facing -y."""

import math

import numpy as np

from kit import (
    add, area, box, brass, bulb, chance, cushion, fabric, foam, glow, grille, lathe, leaf, pane, picture, place, plain, ring,
    rod, shade, sheet, surface, tube, wood,
)

black = lambda: plain("#17181a", 0.42)
matt = lambda: plain("#101113", 0.7)
steel = lambda: plain("#8f9499", 0.3, 1.0)
chrome = lambda: plain("#d7dadd", 0.12, 1.0)
grain = np.random.default_rng(11)


def hexes(*colors):
    return [np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]) for color in colors]


def session_screen(rows=14, width=960, height=540, tint=0):
    """The screen of a recording program: tracks with waveforms, a ruler, a playhead, and a mixer below."""
    image = np.full((height, width, 3), hexes("#1d2127")[0])
    image[:26] = hexes("#2b3139")[0]
    image[26:44] = hexes("#23282f")[0]
    for x in range(150, width, 54):
        image[30:44, x : x + 1] = 0.42
    colors = hexes("#4f9ad8", "#3fb89a", "#d9a441", "#c9605c", "#8c78d4", "#5fb55a", "#d07fb0", "#6aa7b8")
    top, bottom = 48, int(height * 0.74)
    lane = (bottom - top) / rows
    for row in range(rows):
        y0, y1 = int(top + row * lane), int(top + (row + 1) * lane) - 2
        color = colors[(row // 2 + tint) % len(colors)]
        image[y0:y1, :146] = 0.17
        image[y0:y1, :5] = color
        image[y0 + 5 : y0 + 8, 14 : 14 + int(grain.integers(40, 90))] = 0.72
        for i, mark in enumerate(("#c9605c", "#d9a441", "#4f9ad8")):
            image[y0 + 5 : y1 - 4, 108 + i * 12 : 116 + i * 12] = hexes(mark)[0] * (0.35 if grain.random() < 0.7 else 0.95)
        x = 150 + int(grain.integers(0, 80))
        while x < width - 30:
            long = int(grain.integers(70, 260))
            end = min(width - 6, x + long)
            image[y0:y1, x:end] = color * 0.42 + 0.05
            image[y0 : y0 + 4, x:end] = color * 0.8
            steps = np.arange(end - x)
            swell = 0.35 + 0.65 * np.abs(np.sin(steps / grain.uniform(14, 50) + grain.uniform(0, 6)))
            loud = swell * np.clip(grain.normal(0.62, 0.24, end - x), 0.05, 1) * (y1 - y0 - 8) / 2
            middle = (y0 + y1 + 4) / 2
            ys = np.arange(y0 + 5, y1)[:, None]
            image[y0 + 5 : y1, x:end][np.abs(ys - middle) < loud[None]] = color * 0.95 + 0.08
            x = end + int(grain.integers(2, 70))
    image[44:bottom, int(width * 0.46) : int(width * 0.46) + 2] = 0.95
    image[bottom:] = hexes("#171b20")[0]
    for i in range(26):
        x = 12 + i * 36
        image[bottom + 8 : height - 6, x : x + 30] = hexes("#252a31")[0]
        level = int(grain.uniform(0.25, 0.9) * (height - bottom - 24))
        for y in range(level):
            hot = y / (height - bottom - 24)
            image[height - 12 - y, x + 20 : x + 26] = hexes("#3fce7c" if hot < 0.62 else "#e5c545" if hot < 0.85 else "#e2574c")[0]
        knob = height - 20 - int(grain.uniform(0.2, 0.8) * (height - bottom - 40))
        image[bottom + 14 : height - 10, x + 9 : x + 11] = 0.06
        image[knob : knob + 9, x + 5 : x + 15] = 0.72
    return image


def meters(count=24, width=960, height=120):
    image = np.full((height, width, 3), 0.015)
    for i in range(count):
        x0 = int((i + 0.22) * width / count)
        x1 = int((i + 0.78) * width / count)
        level = grain.uniform(0.25, 0.92)
        for step in range(24):
            y = height - 8 - step * (height - 16) // 24
            color = hexes("#36d27a" if step < 15 else "#f0c93a" if step < 20 else "#f0524a")[0]
            image[y - 3 : y, x0:x1] = color * (1.0 if step / 24 < level else 0.06)
    return image


def kilim(colors=("#7b2d26", "#c9a36a", "#1f3a44", "#e6dcc6", "#a4502f"), width=480, height=720, bands=9):
    """A woven rug: mirrored diamonds in bands, with a border, worn unevenly."""
    palette = hexes(*colors)
    v, u = np.mgrid[0:height, 0:width] / width
    across = np.abs((np.abs(u - 0.5) * 6) % 1 - 0.5)
    along = np.abs((v * bands / v.max()) % 1 - 0.5)
    band = (v * bands / v.max()).astype(int)
    steps = np.floor((across + along) * 7).astype(int)
    image = np.zeros((height, width, 3))
    for index, color in enumerate(palette):
        image[(steps + band % 2) % len(palette) == index] = color
    edge = np.minimum.reduce([np.minimum(np.arange(width), np.arange(width)[::-1])[None].repeat(height, 0),
                              np.minimum(np.arange(height), np.arange(height)[::-1])[:, None].repeat(width, 1)])
    image[edge < 34] = palette[2]
    image[(edge < 26) & (edge > 20)] = palette[1]
    image[(edge < 8)] = palette[3]
    worn = grain.normal(1, 0.07, (height // 8, width // 8)).repeat(8, 0).repeat(8, 1)
    lines = 1 + 0.06 * np.sin(np.arange(height) * 2.1)[:, None]
    return image * (worn[: height, : width] * lines)[..., None]


def rug(size, colors=None, plainly=None, **fields):
    pixels = kilim(colors, **fields) if colors else kilim(**fields)
    if plainly:
        pixels = hexes(plainly)[0] * grain.normal(1, 0.06, (360, 360, 1))
    material = picture("rug", pixels, rough=0.95, fuzz=True)
    box((size[0], size[1], 0.012), (0, 0, 0.006), fabric("#4a3a2c"), 0.005)
    sheet(size, (0, 0, 0.0135), material)


def display(width=0.62, height=0.36, pixels=None, strength=1.6):
    """A computer display on its foot. The table top is at z = 0."""
    lift = height / 2 + 0.1
    with place(0, 0, lift, tilt=-6):
        box((width, 0.028, height), (0, 0, 0), black(), 0.006)
        with place(0, -0.0152, 0, tilt=90):
            sheet((width - 0.016, height - 0.02), (0, 0, 0), picture("display", session_screen() if pixels is None else pixels, strength))
    rod(0.018, 0.16, (0, 0.06, 0.1), steel())
    box((0.24, 0.18, 0.012), (0, 0.05, 0.006), steel(), 0.005)


def cone_of(radius, at, color="#1b1c1f"):
    """The cone of a loudspeaker, in a front that faces -y."""
    with place(*at, tilt=90):
        ring(radius, radius * 0.09, (0, 0, 0.002), matt())
        lathe(((0, -0.012 + radius * 0.05), (radius * 0.3, -0.012), (radius * 0.34, -radius * 0.36), (radius * 0.86, -0.004), (radius, 0.004)), (0, 0, 0), plain(color, 0.55))


def loudspeaker(width=0.27, height=0.42, deep=0.3, body=None):
    """A studio monitor standing on z = 0."""
    box((width, deep, height), (0, 0, height / 2), body or black(), 0.012, segments=4)
    front = -deep / 2 - 0.001
    cone_of(width * 0.37, (0, front, height * 0.36), "#caa64a" if body else "#1d1f22")
    cone_of(width * 0.13, (0, front, height * 0.78))
    box((width * 0.62, 0.004, 0.012), (0, front, height * 0.055), matt(), 0.002)
    box((0.012, 0.006, 0.004), (width * 0.36, front, height * 0.06), glow("#7fd4ff", 6), 0)


def wall_monitor(width=0.62, height=0.86):
    """A large loudspeaker built into the wall: a wooden frame, two woofers and a horn."""
    box((width, 0.08, height), (0, 0, 0), black(), 0.02, segments=4)
    for x in (-0.15, 0.15):
        cone_of(0.13, (x, -0.042, -0.18), "#22252a")
    cone_of(0.05, (0, -0.042, 0.24))
    box((0.36, 0.02, 0.2), (0, -0.042, 0.24), matt(), 0.06, segments=6)


def mixing_desk(width=2.6, channels=32):
    """A large mixing desk: wooden sides, an arm rest, channel strips with faders and knobs, meters and screens."""
    oak, face = wood("#9b6a40", "#5f3a20", "y", 0.35, 0.2), plain("#2a2c30", 0.5)
    half = width / 2
    box((width, 0.72, 0.1), (0, 0.06, 0.66), matt(), 0.02)
    for x in (-half - 0.02, half + 0.02):
        box((0.045, 1.02, 0.2), (x, 0.05, 0.74), oak, 0.018, (7, 0, 0), 4)
        box((0.05, 0.6, 0.68), (x * 0.92, 0.1, 0.34), oak, 0.015)
    cushion((width, 0.13, 0.06), (0, -0.46, 0.715), plain("#1a1512", 0.45), soft=0.48)
    strip = width / channels
    knob_colors = ("#3c6ea8", "#a83c3c", "#4c8a56", "#b9b9b3", "#c7a03a")
    with place(0, -0.02, 0.735, tilt=7):
        box((width, 0.82, 0.05), (0, 0, 0), face, 0.006)
        for i in range(channels):
            x = -half + (i + 0.5) * strip
            middle = channels * 0.42 < i < channels * 0.58
            box((0.002, 0.8, 0.003), (x - strip / 2, 0, 0.026), matt(), 0)
            box((0.006, 0.2, 0.002), (x, -0.26, 0.0262), plain("#050505", 0.6), 0)
            slide = -0.26 + (chance.uniform(-0.02, 0.07) if not middle else 0.03)
            cap = "#e8e6df" if not middle else "#b83a32"
            box((0.019, 0.034, 0.016), (x, slide, 0.037), plain(cap, 0.35), 0.004)
            box((0.019, 0.002, 0.0165), (x, slide, 0.0371), plain("#111111", 0.5), 0)
            for row in range(9):
                y = -0.1 + row * 0.052
                color = knob_colors[(row // 2) % len(knob_colors)]
                lathe(((0, 0.02), (0.0075, 0.02), (0.0088, 0.018), (0.0098, 0)), (x + 0.012, y, 0.026), plain(color, 0.4), steps=14)
                if chance.random() < 0.75:
                    lit = chance.random() < 0.22
                    tone = ("#ffb53a", "#ff5140", "#57e389")[row % 3]
                    box((0.012, 0.008, 0.006), (x - 0.02, y, 0.028), glow(tone, 5) if lit else plain("#6d6f73", 0.4), 0.002)
    with place(0, 0.44, 0.86, tilt=62):
        box((width, 0.3, 0.04), (0, 0, 0), plain("#202226", 0.45), 0.01)
        for i in range(4):
            sheet((width / 4 - 0.03, 0.1), (-half + (i + 0.5) * width / 4, 0.06, 0.0215), picture("meters", meters(), 2.2))
        for i in range(channels):
            for row in range(2):
                at = (-half + (i + 0.5) * strip, -0.03 - row * 0.05, 0.02)
                lathe(((0, 0.016), (0.008, 0.016), (0.01, 0)), at, plain("#c8c6bf", 0.35), steps=14)
    box((width + 0.06, 0.2, 0.03), (0, 0.6, 0.98), oak, 0.008)


def rack(units=10):
    """Audio devices in a wooden rack."""
    height = units * 0.0445
    box((0.54, 0.42, height + 0.06), (0, 0.02, (height + 0.06) / 2), wood("#8a5c36", "#533219", "x", 0.4), 0.012)
    faces = ("#1c1d20", "#3c4148", "#8d8f8c", "#24304a", "#17181a")
    for i in range(units):
        z = 0.03 + (i + 0.5) * 0.0445
        box((0.483, 0.012, 0.043), (0, -0.192, z), plain(faces[(i * 3 + units) % 5], 0.4, 0.6), 0.002)
        kind = (i + units) % 4
        for k in range(8 if kind < 3 else 4):
            with place(-0.19 + k * 0.055, -0.199, z, tilt=90):
                lathe(((0, 0.018), (0.009, 0.018), (0.011, 0)), (0, 0, 0), plain("#d5d1c5" if kind == 1 else "#111111", 0.35), steps=16)
        if kind == 2:
            box((0.08, 0.003, 0.03), (0.16, -0.199, z), glow("#ffd27a", 1.8), 0.004)
        box((0.006, 0.004, 0.006), (0.225, -0.199, z), glow(("#ff5a3c", "#6cf09a", "#ffb53a")[i % 3], 7), 0.002)


def office_chair(cloth="#22252a"):
    for i in range(5):
        with place(turn=i * 72):
            box((0.03, 0.3, 0.03), (0, 0.16, 0.075), black(), 0.01, (5, 0, 0))
            rod(0.028, 0.045, (0, 0.3, 0.03), matt(), (0, 90, 0))
    rod(0.028, 0.34, (0, 0, 0.24), chrome())
    cushion((0.5, 0.48, 0.1), (0, 0, 0.46), fabric(cloth), soft=0.48)
    with place(0, 0.25, 0.5, tilt=-9):
        cushion((0.47, 0.08, 0.56), (0, 0, 0.32), fabric(cloth), soft=0.48)
        box((0.06, 0.03, 0.5), (0, 0.06, 0.18), black(), 0.01)
    for x in (-0.28, 0.28):
        tube([(x * 0.8, 0.05, 0.44), (x, 0.05, 0.5), (x, 0.03, 0.64)], 0.014, black())
        cushion((0.07, 0.26, 0.035), (x, 0, 0.66), black(), soft=0.45)


def microphone(color="#c4bdaa"):
    """A large condenser microphone around its center, with the capsule at the top. It can hang or stand."""
    lathe(((0, -0.1), (0.021, -0.1), (0.0265, -0.085), (0.028, -0.02), (0.028, 0.0)), (0, 0, 0), plain(color, 0.3, 1.0))
    lathe(((0.0285, 0.0), (0.029, 0.012), (0.029, 0.055), (0.024, 0.09), (0.012, 0.1), (0, 0.101)), (0, 0, 0), grille("#cfc8b8"))
    ring(0.0287, 0.0018, (0, 0, 0.002), chrome())
    ring(0.0287, 0.0014, (0, 0, 0.056), chrome())


def shock_mount():
    for z in (-0.055, -0.005):
        ring(0.052, 0.0035, (0, 0, z), matt())
    for i in range(8):
        angle = i * math.pi / 4
        near, far = 0.029, 0.052
        z = -0.055 if i % 2 else -0.005
        tube([(near * math.cos(angle), near * math.sin(angle), -0.03), (far * math.cos(angle + 0.3), far * math.sin(angle + 0.3), z)], 0.0016, fabric("#1a1a1a"), False)


def microphone_stand(height=1.5, reach=0.7, rise=0.25, hang=True, body="#c4bdaa", boom_turn=0):
    """A heavy stand with a boom toward -y and a condenser microphone at its end."""
    lathe(((0, 0), (0.17, 0), (0.17, 0.012), (0.16, 0.026), (0.04, 0.034), (0.03, 0.06), (0, 0.06)), (0, 0, 0), matt())
    rod(0.013, height, (0, 0, height / 2), chrome())
    rod(0.02, 0.08, (0, 0, height * 0.62), matt())
    with place(0, 0, height, turn=boom_turn):
        rod(0.024, 0.06, (0, 0, 0), matt(), (0, 90, 0))
        end = (0, -reach, rise)
        tube([(0, reach * 0.5, -rise * 0.5), end], 0.009, chrome(), False)
        rod(0.03, 0.12, (0, reach * 0.5, -rise * 0.5), matt(), (90 - math.degrees(math.atan2(rise, reach)), 0, 0))
        drop = -0.07 if hang else 0.07
        with place(0, -reach, rise + drop, tilt=180 if hang else 0):
            microphone(body)
            shock_mount()
        tube([end, (0.03, -reach * 0.8, rise - 0.16), (0.02, -reach * 0.35, rise * 0.2), (0.01, 0, -0.1), (0.02, 0.03, -height * 0.6), (0.1, 0.12, -height + 0.01)], 0.0035, matt())


def pop_filter(radius=0.075):
    with place(tilt=90):
        ring(radius, 0.004, (0, 0, 0), matt())
        lathe(((0, 0), (radius, 0)), (0, 0, 0.001), pane("#6a6a6a", 0.02))


def broadcast_microphone():
    """A dynamic microphone as in radio studios: a foam head toward -y and a dark body in a yoke."""
    with place(tilt=90):
        lathe(((0, 0.115), (0.022, 0.112), (0.03, 0.1), (0.0315, 0.07), (0.0315, 0.03), (0.029, 0.026)), (0, 0, 0), foam("#1b1c1e"))
        lathe(((0.029, 0.027), (0.03, 0.02), (0.03, -0.075), (0.024, -0.09), (0, -0.092)), (0, 0, 0), plain("#232528", 0.45))
        ring(0.03, 0.0016, (0, 0, 0.022), chrome())
    tube([(0.04, 0.02, 0), (0.04, 0.05, 0.0), (0.025, 0.1, 0.0), (0, 0.115, 0), (-0.025, 0.1, 0), (-0.04, 0.05, 0), (-0.04, 0.02, 0)], 0.004, black())
    for x in (-0.037, 0.037):
        rod(0.012, 0.012, (x, 0.02, 0), black(), (0, 90, 0))


def desk_arm(reach=(0.5, 0.3), color=None):
    """A sprung arm, clamped to the edge of a table at z = 0, with a broadcast microphone at its end toward -y."""
    metal = color or black()
    box((0.06, 0.07, 0.08), (0, 0, -0.01), metal, 0.008)
    rod(0.014, 0.1, (0, 0, 0.07), metal)
    elbow = (0, reach[0] * 0.35, 0.12 + reach[0] * 0.9)
    end = (0, elbow[1] - reach[1] - 0.2, elbow[2] - 0.12)
    for side in (-0.012, 0.012):
        tube([(side, 0, 0.12), (side, elbow[1], elbow[2])], 0.006, metal, False)
        tube([(side, elbow[1], elbow[2]), (side, end[1], end[2])], 0.006, metal, False)
    rod(0.018, 0.04, elbow, metal, (0, 90, 0))
    rod(0.014, 0.036, end, metal, (0, 90, 0))
    tube([(0.016, 0, 0.14), (0.02, elbow[1] * 0.5, elbow[2] * 0.55), (0.016, elbow[1], elbow[2] + 0.02), (0.016, (elbow[1] + end[1]) / 2, (elbow[2] + end[2]) / 2 - 0.03), (0.01, end[1], end[2])], 0.0035, matt())
    with place(*end):
        rod(0.007, 0.07, (0, -0.015, -0.03), metal)
        with place(0, -0.13, -0.065, tilt=10):
            broadcast_microphone()


def headphones():
    arc = [(0.085 * math.cos(a), 0, 0.1 + 0.1 * math.sin(a)) for a in np.linspace(math.pi, 0, 9)]
    tube(arc, 0.008, black())
    for x in (-0.085, 0.085):
        cushion((0.04, 0.08, 0.1), (x, 0, 0.07), plain("#1b1b1d", 0.55), soft=0.48)


def drum(radius, height, color, head="#ece7da"):
    """A drum around its center, its axis vertical."""
    lathe(((radius, -height / 2), (radius, height / 2)), (0, 0, 0), plain(color, 0.22, 0.3, 1.0), steps=56)
    for side in (-1, 1):
        lathe(((0, side * height / 2), (radius, side * height / 2)), (0, 0, side * 0.002), plain(head, 0.6), steps=56)
        ring(radius + 0.004, 0.007, (0, 0, side * (height / 2 - 0.006)), chrome())
    for i in range(8):
        with place(turn=i * 45):
            rod(0.004, height - 0.02, (radius + 0.012, 0, 0), chrome())
            box((0.02, 0.018, 0.05), (radius + 0.006, 0, 0), chrome(), 0.005)


def cymbal(radius, height, tilt=12, turn=0):
    """A cymbal on its stand."""
    rod(0.011, height - 0.25, (0, 0, 0.25 + (height - 0.25) / 2), chrome())
    for i in range(3):
        with place(turn=i * 120 + turn):
            tube([(0, 0, 0.42), (0, -0.28, 0.015)], 0.009, chrome(), False)
    with place(0, 0, height, turn=turn, tilt=tilt):
        lathe(((0.006, 0.03), (0.03, 0.027), (0.06, 0.008), (radius * 0.6, -0.004), (radius, -0.018)), (0, 0, 0), brass(), steps=64)
        rod(0.007, 0.05, (0, 0, 0.035), matt())


def drum_kit(color="#6b1f1d"):
    with place(0, -0.1, 0.29, tilt=90):
        drum(0.28, 0.4, color)
        ring(0.284, 0.016, (0, 0, -0.19), wood("#7a3526", "#4a1d15", "x", 0.3))
        ring(0.284, 0.016, (0, 0, 0.19), wood("#7a3526", "#4a1d15", "x", 0.3))
    with place(-0.17, 0.02, 0.76, tilt=14, turn=-6):
        drum(0.15, 0.2, color)
    with place(0.2, 0.02, 0.76, tilt=14, turn=8):
        drum(0.165, 0.22, color)
    with place(0.58, 0.38, 0.4, tilt=4):
        drum(0.2, 0.4, color)
        for i in range(3):
            with place(turn=i * 120):
                rod(0.008, 0.5, (0.215, 0, -0.14), chrome())
    with place(-0.42, 0.5, 0.6, tilt=4):
        drum(0.178, 0.14, "#c8b48a")
    for i in range(3):
        with place(-0.42, 0.5, 0, turn=i * 120):
            tube([(0, 0.06, 0.5), (0, 0.02, 0.3), (0, 0.26, 0.01)], 0.01, chrome(), False)
    rod(0.012, 0.4, (0.015, 0.05, 0.68), chrome())
    for x, y, radius, height, tilt, turn in ((-0.72, -0.02, 0.22, 1.18, 14, 20), (0.66, -0.1, 0.25, 1.22, 16, -24), (-0.75, 0.55, 0.18, 0.88, 3, 0)):
        with place(x, y):
            cymbal(radius, height, tilt, turn)
    with place(0, 0.95):
        rod(0.17, 0.08, (0, 0, 0.5), plain("#161616", 0.5), bevel=0.03)
        rod(0.018, 0.4, (0, 0, 0.26), chrome())
        for i in range(3):
            with place(turn=i * 120):
                tube([(0, 0, 0.26), (0, 0.24, 0.012)], 0.01, chrome(), False)


def amplifier(width=0.66, height=0.5, cloth="#5b4a32", skin="#1f1d1b"):
    body = plain(skin, 0.75)
    box((width, 0.26, height), (0, 0, height / 2), body, 0.018, segments=4)
    box((width - 0.08, 0.012, height * 0.62), (0, -0.128, height * 0.4), fabric(cloth, 700, 0.1), 0.004)
    box((width - 0.06, 0.02, 0.09), (0, -0.125, height - 0.09), plain("#b9b2a0", 0.35, 0.9), 0.003)
    for i in range(8):
        with place(-width / 2 + 0.1 + i * (width - 0.22) / 7, -0.136, height - 0.09, tilt=90):
            lathe(((0, 0.02), (0.011, 0.02), (0.014, 0)), (0, 0, 0), plain("#171717", 0.35), steps=18)
    box((0.014, 0.01, 0.014), (width / 2 - 0.06, -0.136, height - 0.09), glow("#ff4b32", 9), 0.004)
    tube([(-0.11, 0, height), (-0.1, 0, height + 0.035), (0.1, 0, height + 0.035), (0.11, 0, height)], 0.01, plain("#201c18", 0.5))


def guitar(color="#a3522a", turn=0):
    """An electric guitar leaning in a stand."""
    outline = []
    for a in np.linspace(0, 2 * math.pi, 72, endpoint=False):
        waist = 1 - 0.24 * math.exp(-((math.sin(a) - 0.12) ** 2) / 0.05) * abs(math.cos(a)) ** 0.5
        lower = 1.0 if math.sin(a) < 0 else 0.86
        outline.append((0.165 * math.cos(a) * waist * lower, 0.22 * math.sin(a)))

    def build(form):
        back = [form.verts.new((x, 0.022, z)) for x, z in outline]
        front = [form.verts.new((x, -0.022, z)) for x, z in outline]
        form.faces.new(back)
        form.faces.new(front)
        for i in range(len(outline)):
            j = (i + 1) % len(outline)
            form.faces.new((back[i], back[j], front[j], front[i]))

    from kit import shape

    with place(0, 0, 0.34, turn=turn, tilt=-12):
        body = shape(("guitar",), build, plain(color, 0.12, 0.0, 1.0))
        bevel = body.modifiers.new("edge", "BEVEL")
        bevel.width, bevel.segments = 0.012, 3
        box((0.05, 0.02, 0.5), (0, -0.02, 0.38), wood("#7a4d2a", "#4a2b16", "z"), 0.006)
        box((0.042, 0.004, 0.52), (0, -0.032, 0.35), plain("#241813", 0.4), 0.001)
        box((0.075, 0.016, 0.17), (0.0, -0.012, 0.7), wood("#7a4d2a", "#4a2b16", "z"), 0.01)
        for z in (-0.02, 0.06):
            box((0.08, 0.014, 0.035), (0, -0.026, z), chrome(), 0.004)
        box((0.09, 0.014, 0.02), (0, -0.026, -0.1), chrome(), 0.003)
        for i in range(6):
            rod(0.0007, 0.84, (-0.018 + i * 0.0072, -0.037, 0.28), chrome(), bevel=0)
            box((0.016, 0.01, 0.008), (-0.045 if i < 3 else 0.045, -0.012, 0.66 + (i % 3) * 0.04), chrome(), 0.003)
    with place(turn=turn):
        for x in (-0.14, 0.14):
            tube([(0, 0.2, 0.6), (x, 0.1, 0.15), (x, -0.1, 0.13), (x, -0.12, 0.16)], 0.009, black(), False)
            tube([(x * 0.6, 0.13, 0.3), (x * 1.3, 0.28, 0.01)], 0.009, black(), False)


def upright_piano():
    walnut = wood("#5a3522", "#2f1a10", "x", 0.22, 0.6)
    box((1.5, 0.34, 1.22), (0, 0.16, 0.61), walnut, 0.012)
    box((1.54, 0.4, 0.03), (0, 0.15, 1.235), walnut, 0.01)
    box((1.5, 0.3, 0.1), (0, -0.14, 0.66), walnut, 0.012)
    for x in (-0.72, 0.72):
        box((0.05, 0.3, 0.62), (x, -0.14, 0.31), walnut, 0.012)
        box((0.06, 0.3, 0.2), (x, -0.14, 0.76), walnut, 0.02)
    for i in range(52):
        box((0.0225, 0.15, 0.02), (-0.61 + i * 0.0236, -0.2, 0.72), plain("#f0ece0", 0.18), 0.003)
        if i % 7 not in (2, 6):
            box((0.012, 0.09, 0.02), (-0.598 + i * 0.0236, -0.165, 0.737), plain("#0b0b0c", 0.2), 0.003)
    box((1.24, 0.04, 0.05), (0, -0.1, 0.745), plain("#3a0f14", 0.9), 0.004)
    box((0.9, 0.03, 0.26), (0, -0.02, 0.95), walnut, 0.01, (-12, 0, 0))


def slats(width, height, material, gap=0.058, deep=0.045, thick=0.036, backing="#121316"):
    """A wall of wooden slats in front of black felt. Its back is at y = 0."""
    box((width, 0.02, height), (0, 0.01, height / 2), fabric(backing), 0)
    count = int(width / gap)
    for i in range(count):
        box((thick, deep, height), (-width / 2 + (i + 0.5) * width / count, -deep / 2, height / 2), material, 0.004)


def diffuser(columns=10, rows=14, cell=0.09, material=None):
    """A wooden sound diffuser: blocks of different depths."""
    for i in range(columns):
        for k in range(rows):
            depth = 0.03 + 0.03 * ((i * i + k * k * 3 + i * k) % 6)
            at = ((i - columns / 2 + 0.5) * cell, -depth / 2, (k - rows / 2 + 0.5) * cell)
            box((cell - 0.003, depth, cell - 0.003), at, material or wood(along="y"), 0.003)


def panel(width, height, cloth="#3a4656", deep=0.08):
    """An acoustic panel on the wall."""
    cushion((width, deep, height), (0, -deep / 2, height / 2), fabric(cloth), soft=0.3)


def floor_lamp(height=1.6, power=28, color="#ffb469", cloth="#f0d9b5", strength=2.2):
    lathe(((0, 0), (0.14, 0), (0.14, 0.014), (0.02, 0.024), (0, 0.024)), (0, 0, 0), plain("#7d6a45", 0.3, 1.0))
    rod(0.011, height, (0, 0, height / 2), plain("#7d6a45", 0.3, 1.0))
    lathe(((0.2, height - 0.06), (0.145, height + 0.24)), (0, 0, 0), shade(cloth, strength))
    bulb((0, 0, height + 0.3), power * 0.5, color, 0.08)
    bulb((0, 0, height - 0.12), power * 0.5, color, 0.08)


def table_lamp(power=9, color="#ffb469"):
    lathe(((0, 0), (0.08, 0), (0.085, 0.02), (0.05, 0.09), (0.022, 0.16), (0.016, 0.26), (0, 0.26)), (0, 0, 0), plain("#31463f", 0.18, 0.0, 1.0))
    lathe(((0.15, 0.24), (0.1, 0.44)), (0, 0, 0), shade("#f4dcb4", 2.4))
    bulb((0, 0, 0.48), power * 0.4, color, 0.06)
    bulb((0, 0, 0.22), power * 0.6, color, 0.06)


def pendant(drop, color="#ffb05c", power=10):
    """A bulb on its cable from z = 0 down."""
    tube([(0, 0, 0), (0, 0, -drop)], 0.004, matt(), False)
    lathe(((0, 0.06), (0.022, 0.06), (0.024, 0), (0, 0)), (0, 0, -drop - 0.05), plain("#8a6a35", 0.3, 1.0))
    lathe(((0.013, 0), (0.024, -0.03), (0.046, -0.075), (0.04, -0.11), (0.018, -0.132), (0, -0.135)), (0, 0, -drop - 0.045), glow(color, 18))
    bulb((0, 0, -drop - 0.2), power, color, 0.06)


def plant(height=1.3, leaves=26, pot="#d8d2c6", size=0.3, spread=0.45, color="#3f6b35"):
    """A plant with large leaves in a pot."""
    lathe(((0, 0.0), (0.15, 0.0), (0.19, 0.03), (0.21, 0.34), (0.198, 0.345), (0.19, 0.3), (0, 0.3)), (0, 0, 0), plain(pot, 0.7))
    lathe(((0, 0.31), (0.19, 0.31)), (0, 0, 0), foam("#2b2018"))
    for i in range(leaves):
        angle = i * 137.5 + chance.uniform(-18, 18)
        part = (i + 1) / leaves
        up = 0.34 + (height - 0.34) * (0.25 + 0.75 * part) * chance.uniform(0.85, 1.0)
        out = spread * (1.05 - 0.6 * part) * chance.uniform(0.7, 1.1)
        with place(turn=angle):
            tube([(0, 0, 0.3), (0, out * 0.25, up * 0.7), (0, out, up)], 0.005, plain("#4f6b35", 0.5))
            long = size * chance.uniform(0.75, 1.1)
            with place(0, out, up, turn=chance.uniform(-30, 30), tilt=-chance.uniform(5, 50)):
                rows = []
                for r in range(9):
                    t = r / 8
                    half = 0.32 * long * math.sin(math.pi * min(1, t * 0.94 + 0.06) ** 0.75)
                    droop = -0.38 * long * t * t
                    rows.append([(x * half, t * long, droop + abs(x) ** 1.6 * half * 0.34) for x in np.linspace(-1, 1, 7)])
                surface(rows, leaf(color))


def armchair(cloth="#3d5a52"):
    """A lounge chair: round cushions on a frame of oak."""
    oak = wood("#b0824f", "#7c532c", "z", 0.4)
    for x in (-0.33, 0.33):
        for y in (-0.3, 0.32):
            tube([(x, y, 0.3), (x * 1.08, y * 1.12, 0)], 0.018, oak, False)
    cushion((0.66, 0.68, 0.17), (0, 0, 0.37), fabric(cloth), soft=0.46)
    with place(0, 0.3, 0.4, tilt=-14):
        cushion((0.68, 0.17, 0.56), (0, 0, 0.26), fabric(cloth), soft=0.46)
    for x in (-0.37, 0.37):
        cushion((0.12, 0.64, 0.3), (x, 0.02, 0.46), fabric(cloth), soft=0.46)


def sofa(width=2.0, cloth="#6b4a34"):
    box((width, 0.8, 0.12), (0, 0, 0.2), fabric(cloth), 0.03)
    for x in (-width / 2 + 0.12, width / 2 - 0.12):
        for y in (-0.3, 0.3):
            rod(0.02, 0.16, (x, y, 0.08), wood("#6b4426", "#3f2513"))
        cushion((0.2, 0.86, 0.42), (x + (0.1 if x > 0 else -0.1), 0, 0.41), fabric(cloth), soft=0.42)
    for i in range(2):
        x = (i - 0.5) * (width - 0.16) / 2
        cushion(((width - 0.2) / 2, 0.74, 0.2), (x, -0.03, 0.36), fabric(cloth), soft=0.4)
        with place(x, 0.3, 0.44, tilt=-12):
            cushion(((width - 0.2) / 2, 0.2, 0.46), (0, 0, 0.22), fabric(cloth), soft=0.44)


def pillow(color="#c98a3c", at=(0, 0, 0), turn=0, size=0.44):
    with place(*at, turn=turn, tilt=-20):
        cushion((size, 0.15, size), (0, 0, size / 2), fabric(color), soft=0.49)


def stool(height=0.68, seat=None):
    oak = wood("#c29a68", "#8f6a3f", "z", 0.42)
    lathe(((0, 0), (0.17, 0), (0.18, 0.012), (0.18, 0.03), (0.165, 0.04), (0, 0.036)), (0, 0, height - 0.04), seat or oak)
    for i in range(4):
        with place(turn=45 + i * 90):
            tube([(0, 0.12, height - 0.03), (0, 0.2, 0)], 0.015, oak, False)
    ring(0.168, 0.009, (0, 0, 0.24), oak)


def side_table(radius=0.28, height=0.46, top=None):
    lathe(((0, 0), (radius - 0.02, 0), (radius, 0.012), (radius, 0.026), (radius - 0.01, 0.034), (0, 0.034)), (0, 0, height - 0.034), top or wood("#a4774a", "#6d4826", "x", 0.35))
    rod(0.02, height, (0, 0, height / 2), black())
    lathe(((0, 0), (radius * 0.7, 0), (radius * 0.7, 0.01), (0.02, 0.02)), (0, 0, 0), black())


def mug(color="#e5e0d4"):
    lathe(((0, 0), (0.034, 0), (0.038, 0.006), (0.04, 0.088), (0.037, 0.09), (0.035, 0.012), (0, 0.01)), (0, 0, 0), plain(color, 0.25, 0, 0.6))
    tube([(0.038, 0, 0.07), (0.064, 0, 0.066), (0.066, 0, 0.03), (0.038, 0, 0.02)], 0.005, plain(color, 0.25, 0, 0.6))


def books(count=9, height=0.25):
    colors = ("#7d3b32", "#d8cdb4", "#2f4a57", "#b58a3f", "#3e4a3a", "#e6e2d8", "#51394e", "#26292e")
    x = 0.0
    for i in range(count):
        thick, tall = chance.uniform(0.02, 0.05), height * chance.uniform(0.75, 1.0)
        box((thick - 0.002, 0.16, tall), (x + thick / 2, 0, tall / 2), plain(chance.choice(colors), 0.65), 0.003)
        x += thick


def light_stand(height=2.2, legs=0.45):
    for i in range(3):
        with place(turn=i * 120):
            tube([(0, 0.015, 0.42), (0, legs, 0.02)], 0.011, black(), False)
            tube([(0, 0.015, 0.14), (0, legs * 0.55, 0.2)], 0.007, black(), False)
    rod(0.016, height * 0.5, (0, 0, 0.12 + height * 0.25), black())
    rod(0.012, height * 0.5, (0, 0, height * 0.75), steel())
    rod(0.022, 0.06, (0, 0, height * 0.62), black())


def softbox(size=(0.9, 1.2), deep=0.5, power=90, color="#fff6ea", strength=5.0):
    """A softbox around its lamp, shining to -y."""
    x, z = size[0] / 2, size[1] / 2
    cloth = fabric("#0f1011", 300, 0.1)
    corners = [(-x, -deep, -z), (x, -deep, -z), (x, -deep, z), (-x, -deep, z)]
    inner = [(-0.08, 0, -0.08), (0.08, 0, -0.08), (0.08, 0, 0.08), (-0.08, 0, 0.08)]
    for i in range(4):
        k = (i + 1) % 4
        rows = []
        for t in np.linspace(0, 1, 7):
            swell = 1 + 0.22 * math.sin(math.pi * t)
            mix = lambda a, b: tuple((p + (q - p) * t) * (swell if axis != 1 else 1) for axis, (p, q) in enumerate(zip(a, b)))
            rows.append([mix(inner[i], corners[i]), mix(inner[k], corners[k])])
        surface(rows, cloth)
    with place(0, -deep + 0.03, 0, tilt=90):
        box((size[0] - 0.01, size[1] - 0.01, 0.004), (0, 0, 0), shade("#ffffff", strength), 0)
    rod(0.06, 0.24, (0, 0.1, 0), black(), (90, 0, 0), 0.01)
    area((0, -deep + 0.0, 0), (0, -deep - 2, -0.0), size, power, color)


def tripod_camera(height=1.45):
    """A camera on a tripod, looking to -y."""
    for i in range(3):
        with place(turn=60 + i * 120):
            tube([(0, 0.03, height - 0.2), (0, 0.2, height * 0.5)], 0.015, black(), False)
            tube([(0, 0.2, height * 0.5), (0, 0.4, 0.01)], 0.011, steel(), False)
    # The head reaches into the body of the camera, so that no light shows between them.
    rod(0.03, 0.16, (0, 0, height - 0.16), black())
    rod(0.022, 0.08, (0, 0, height - 0.06), black())
    with place(0, 0, height):
        box((0.15, 0.1, 0.105), (0, 0, 0), plain("#1a1b1d", 0.55), 0.018, segments=5)
        box((0.06, 0.09, 0.04), (0, 0, 0.062), plain("#1a1b1d", 0.55), 0.014, segments=4)
        with place(0, -0.1, -0.004, tilt=90):
            lathe(((0, 0.03), (0.03, 0.035), (0.034, 0.06), (0.04, 0.062), (0.04, -0.01), (0.036, -0.05), (0, -0.05)), (0, 0, 0), plain("#141416", 0.4))
            ring(0.0375, 0.003, (0, 0, 0.02), foam())
            lathe(((0, 0.046), (0.03, 0.04)), (0, 0, 0), plain("#0a0d1a", 0.05, 0.0, 1.0))


def paper_roll(width=2.7, height=2.7, reach=2.6, color="#d9cdbb"):
    """Seamless paper: from a pole down the wall and out over the floor toward -y."""
    rows = []
    bend = 0.55
    for t in np.linspace(0, 1, 40):
        long = (height - bend) + math.pi / 2 * bend + (reach - bend)
        s = t * long
        if s < height - bend:
            point = (0, height - s)
        elif s < height - bend + math.pi / 2 * bend:
            a = (s - (height - bend)) / bend
            point = (-bend * (1 - math.cos(a)), bend * (1 - math.sin(a)))
        else:
            point = (-bend - (s - (height - bend) - math.pi / 2 * bend), 0.004)
        rows.append([(x, point[0], max(point[1], 0.004)) for x in np.linspace(-width / 2, width / 2, 9)])
    surface(rows, plain(color, 0.8))
    rod(0.045, width + 0.06, (0, 0.045, height), plain("#cbb38c", 0.7), (0, 90, 0))
    rod(0.014, width + 0.5, (0, 0.045, height), steel(), (0, 90, 0))
    for x in (-width / 2 - 0.2, width / 2 + 0.2):
        with place(x, 0.05):
            light_stand(height + 0.05, 0.4)


def clothes_rail(width=1.4, colors=("#e6ddcf", "#b5533c", "#2e3f4f", "#d9b35c", "#8d9b86", "#f2efe8", "#5b3c4a", "#c9b8a3", "#3a3a3c")):
    height = 1.65
    for x in (-width / 2, width / 2):
        rod(0.013, height, (x, 0, height / 2), black())
        box((0.03, 0.5, 0.03), (x, 0, 0.03), black(), 0.008)
    rod(0.013, width, (0, 0, height), black(), (0, 90, 0))
    for i, color in enumerate(colors):
        x = -width / 2 + 0.12 + i * (width - 0.24) / (len(colors) - 1) + chance.uniform(-0.02, 0.02)
        long, wide = chance.uniform(0.75, 1.15), chance.uniform(0.38, 0.46)
        phase = chance.uniform(0, 6)
        tube([(x, 0, height + 0.015), (x, 0, height - 0.06), (x, wide * 0.42, height - 0.13)], 0.004, chrome(), False)
        tube([(x, 0, height - 0.06), (x, -wide * 0.42, height - 0.13)], 0.004, chrome(), False)
        for side in (-1, 1):
            rows = []
            for t in np.linspace(0, 1, 14):
                row = []
                for u in np.linspace(-1, 1, 17):
                    shoulder = height - 0.07 - 0.09 * abs(u)
                    fold = 0.022 * t * math.sin(u * 9 + phase) + 0.01 * math.sin(u * 17 + phase * 2) * t
                    row.append((x + side * (0.018 + 0.014 * t) + fold, u * wide * (0.5 + 0.06 * t), shoulder - t * long))
                rows.append(row)
            surface(rows, fabric(color, 500), 0.002)


def steel_window(width, height, columns=4, rows=5, deep=0.06, color="#1d1f21"):
    """A window of thin steel bars, its lower edge at z = 0, in the plane y = 0."""
    metal = plain(color, 0.5)
    for i in range(columns + 1):
        x = -width / 2 + i * width / columns
        wide = 0.05 if i in (0, columns) else 0.026
        box((wide, deep, height), (x, 0, height / 2), metal, 0.004)
    for k in range(rows + 1):
        z = k * height / rows
        tall = 0.05 if k in (0, rows) else 0.026
        box((width, deep * 0.9, tall), (0, 0, z), metal, 0.004)
    box((width, 0.004, height), (0, 0.01, height / 2), pane(), 0)


def neon(points, color="#ff7a59", strength=14):
    tube(points, 0.009, glow(color, strength))
