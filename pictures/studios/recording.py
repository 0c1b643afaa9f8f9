"""A recording studio: a control room before a live room behind glass, dark, cool and with warm lamps."""

import math

from furniture import (
    amplifier, black, diffuser, display, drum_kit, floor_lamp, guitar, headphones, loudspeaker, matt, microphone_stand, mixing_desk,
    microphone, mug, office_chair, panel, pendant, plant, pop_filter, rack, rug, session_screen, shock_mount, side_table, slats, sofa, stool, table_lamp, tube,
    upright_piano, wall_monitor,
)
from kit import area, box, bulb, camera, concrete, exposure, fabric, glow, pane, place, plain, planks, plaster, rod, sheet, sky, wood


def control_room():
    sky("#0c1420", 0.25)
    walls = plaster("#2b3036", 0.9)
    warm = wood("#9a6a42", "#5f3c22", "z", 0.45)
    box((7.4, 6.4, 0.05), (0, -0.2, -0.025), planks("#6a4a32", "#4a3120", 0.12, 1.5, 90, 0.4), 0)
    box((7.4, 6.4, 0.1), (0, -0.2, 3.0), plaster("#24272c"), 0)
    # The wall to the live room, around its window.
    for size, at in (
        ((1.75, 0.3, 3.0), (-2.83, 2.75, 1.5)), ((1.75, 0.3, 3.0), (2.83, 2.75, 1.5)),
        ((3.9, 0.3, 0.98), (0, 2.75, 0.49)), ((3.9, 0.3, 0.72), (0, 2.75, 2.66)),
    ):
        box(size, at, walls, 0)
    for size, at in (((4.06, 0.34, 0.08), (0, 2.75, 0.99)), ((4.06, 0.34, 0.08), (0, 2.75, 2.3)), ((0.08, 0.34, 1.3), (-1.99, 2.75, 1.65)), ((0.08, 0.34, 1.3), (1.99, 2.75, 1.65))):
        box(size, at, warm, 0.012)
    box((3.9, 0.012, 1.3), (0, 2.72, 1.65), pane("#e6f2f4", 0.06), 0)
    with place(0, 2.595, 0):
        for x in (-2.8, 2.8):
            with place(x, 0, 0):
                slats(1.5, 1.0, warm)
                slats_top = 2.42
                with place(0, 0, slats_top):
                    slats(1.5, 0.6, warm)
                with place(0, -0.05, 1.68, turn=-12 if x > 0 else 12):
                    wall_monitor(0.72, 1.1)
    # Side walls.
    for x, turn in ((-3.6, 90), (3.6, -90)):
        box((0.1, 6.4, 3.0), (x * 1.015, -0.2, 1.5), walls, 0)
        with place(x * 0.998, 1.55, 0.0, turn=turn):
            slats(1.9, 3.0, warm)
        with place(x * 0.995, -0.1, 0.75, turn=turn):
            panel(1.1, 1.6, "#31566b" if x < 0 else "#2a4450")
        with place(x * 0.995, -1.6, 0.75, turn=turn):
            panel(1.1, 1.6, "#223743")
    # A cloud of fabric below the ceiling with a line of warm light around it.
    box((3.6, 2.6, 0.1), (0, 0.2, 2.72), fabric("#3a4048"), 0.03)
    box((3.5, 0.03, 0.015), (0, 1.46, 2.79), glow("#ffb870", 10), 0)
    for x in (-1.76, 1.76):
        box((0.03, 2.5, 0.015), (x, 0.2, 2.79), glow("#ffb870", 10), 0)
    for x in (-1.1, 0, 1.1):
        rod(0.05, 0.02, (x, 0.1, 2.665), glow("#ffdfb0", 14))
        area((x, 0.1, 2.64), (x, -0.1, 0), (0.12, 0.12), 30, "#ffd9a8")
    # The desk and the objects around it.
    with place(0, 0.35, 0):
        mixing_desk(2.9, 36)
        for x, tint in ((-0.42, 0), (0.42, 3)):
            with place(x, 0.62, 0.995, turn=-x * 14):
                display(0.72, 0.42, session_screen(16 - tint, tint=tint), 1.5)
        for x in (-1.16, 1.16):
            with place(x, 0.62, 0.995, turn=-x * 16):
                loudspeaker(0.24, 0.38, 0.26)
        with place(1.2, -0.43, 0.752, turn=20):
            mug("#d9643a")
        box((0.2, 0.28, 0.012), (-1.12, -0.3, 0.79), plain("#efe9dc", 0.8), 0.002, (7, 0, 12))
    for x in (-2.05, 2.05):
        with place(x, 0.75, 0, turn=-x * 12):
            box((0.3, 0.3, 0.03), (0, 0, 0.015), black(), 0.006)
            rod(0.035, 1.02, (0, 0, 0.52), black())
            box((0.32, 0.32, 0.025), (0, 0, 1.03), black(), 0.006)
            with place(0, 0, 1.045):
                loudspeaker(0.3, 0.47, 0.34, wood("#7c4a2a", "#45260f", "z", 0.3, 0.3))
    with place(0.75, -0.95, 0, turn=24):
        office_chair("#26292d")
    with place(2.55, -0.55, 0, turn=-72):
        rack(15)
        with place(0.05, 0, 0.73):
            table_lamp(10)
    with place(-3.1, 1.2, 0):
        plant(1.5, 24, "#26292c", 0.34, 0.42)
    with place(-3.05, -0.9, 0):
        floor_lamp(1.5, 26)
    with place(0, -1.3, 0.001):
        rug((3.2, 2.2), ("#2a3a4a", "#8c6a48", "#1b232c", "#b9a588", "#6d3b30"))
    # Light that falls along the slats.
    for x in (-2.8, 2.8):
        area((x, 2.2, 2.92), (x, 2.75, 0.4), (1.4, 0.06), 34, "#ffb066")
    for x in (-3.15, 3.15):
        area((x, 1.5, 2.92), (x * 1.15, 1.6, 0.3), (0.06, 1.8), 34, "#ffb066")
        area((x, -0.9, 2.92), (x * 1.12, -0.9, 0.4), (0.06, 2.2), 26, "#ffb980")
    with place(0, 2.9, 0):
        hall()
    area((0, -3.2, 2.6), (0, 1.5, 0.6), (3.5, 0.8), 80, "#a9c9ff")
    area((-3.3, -1.8, 2.2), (0.5, 0.5, 0.7), (0.8, 1.6), 60, "#ffb980")
    exposure(0.7)
    camera((-1.62, -2.75, 1.62), (0.3, 1.6, 1.1), 23, (0.1, 0.9, 1.1), 4.0, -0.02)


def hall(piano=True):
    """The live room, from its window at y = 0 to the wall at y = 5.6."""
    oak = wood("#b0794a", "#74482a", "z", 0.45)
    box((8.4, 6.0, 0.05), (0, 2.9, -0.024), planks("#9a6a42", "#744a2c", 0.13, 1.8, 0, 0.32), 0)
    box((8.4, 6.0, 0.1), (0, 2.9, 3.7), plaster("#3a3532"), 0)
    for x in (-3.0, -1.0, 1.0, 3.0):
        box((0.16, 5.8, 0.22), (x, 2.9, 3.55), wood("#6b4528", "#3c2413", "y"), 0.012)
    box((8.4, 0.1, 3.8), (0, 5.75, 1.85), plaster("#46403b"), 0)
    for x in (-4.2, 4.2):
        box((0.1, 6.0, 3.8), (x, 2.9, 1.85), plaster("#55504a"), 0)
    for x in (-2.75, 2.75):
        with place(x, 5.68, 0):
            slats(2.6, 3.6, oak)
    with place(0, 5.66, 1.9):
        diffuser(28, 20, 0.098, wood("#a9784c", "#7a4e2c", "y", 0.5))
    for x, turn in ((-4.13, 90), (4.13, -90)):
        for y, tone in ((1.2, "#7a4a34"), (2.7, "#8a6a44"), (4.2, "#5f4334")):
            with place(x, y, 0.8, turn=turn):
                panel(1.2, 2.1, tone)
    with place(-0.75, 3.6, 0.001):
        rug((3.4, 2.6), ("#7b2d26", "#c9a36a", "#1f3a44", "#e6dcc6", "#a4502f"))
    with place(-0.75, 3.5, 0.015):
        drum_kit()
    for x, y, turn, height, reach in ((-2.2, 3.3, 60, 1.75, 0.9), (0.55, 3.0, -50, 1.5, 0.7), (1.5, 3.0, 70, 1.45, 0.5)):
        with place(x, y, 0, turn=turn):
            microphone_stand(height, reach, 0.22, boom_turn=0)
    if piano:
        with place(3.62, 3.6, 0, turn=-90):
            upright_piano()
        with place(2.7, 3.6, 0, turn=-90):
            stool(0.5, plain("#1a1614", 0.5))
        with place(3.55, 3.15, 1.25, turn=-90):
            table_lamp(8)
    with place(1.75, 4.95, 0, turn=-14):
        amplifier()
        with place(0, 0, 0.5):
            amplifier(0.6, 0.22, "#2e2a26")
    with place(2.5, 5.0, 0, turn=-4):
        amplifier(0.56, 0.46, "#8a7a55", "#3f2a1c")
    with place(1.05, 4.75, 0, turn=10):
        guitar("#8a2f1c", 10)
    for x, y in ((-3.5, 4.9), (3.6, 5.2)):
        with place(x, y, 0):
            floor_lamp(1.5, 40)
    for x, y, drop in ((-2.2, 2.6, 0.9), (-0.9, 4.3, 0.7), (0.6, 3.2, 1.05), (2.0, 3.9, 0.8)):
        with place(x, y, 3.5):
            pendant(drop, power=16)
    with place(-3.55, 3.7, 0):
        plant(1.5, 22, "#c9bba6", 0.34, 0.4)
    area((0, 2.8, 3.4), (0, 3.4, 0), (4.5, 3.0), 170, "#ffc890")
    area((0, 0.4, 3.2), (-0.5, 4.5, 0.8), (4, 0.8), 110, "#ffd7ab")


def live_room():
    sky("#10161f", 0.2)
    hall()
    with place(0, -0.2, 0):
        box((8.4, 0.1, 3.8), (0, -1.1, 1.85), plaster("#46403b"), 0)
        box((8.4, 1.2, 0.05), (0, -0.5, -0.026), planks("#9a6a42", "#744a2c", 0.13, 1.8, 0, 0.32), 0)
    with place(-3.0, 1.15, 0, turn=58):
        sofa(1.9, "#7a4a2c")
        pillow_at(-0.5, "#c98a3c")
        pillow_at(0.55, "#2f4a57")
    with place(1.1, 1.5, 0.001, turn=-8):
        rug((2.2, 1.6), ("#22404a", "#b98b52", "#5f2a24", "#e0d3b8", "#8a4a2c"))
    with place(0.75, 1.75, 0):
        stool(0.66)
        with place(0, 0, 0.66, turn=30):
            headphones()
    tube([(1.4, 2.0, 0.01), (1.9, 1.7, 0.01), (1.6, 0.9, 0.01), (0.6, 0.7, 0.01), (-0.4, 1.5, 0.01), (-0.9, 2.4, 0.02)], 0.0045, matt())
    tube([(1.7, 4.7, 0.01), (1.2, 3.9, 0.01), (1.5, 3.0, 0.01), (2.2, 2.4, 0.01), (3.2, 1.6, 0.01)], 0.0045, matt())
    exposure(0.6)
    camera((2.3, -0.75, 1.5), (-0.75, 4.0, 1.12), 24, (-0.6, 3.4, 0.9), 4.0)


def pillow_at(x, color):
    from furniture import pillow

    pillow(color, (x, 0.12, 0.45), 8, 0.42)


def vocals():
    """A large condenser before a pop filter; the live room is only light behind it."""
    sky("#10161f", 0.2)
    hall(piano=False)
    with place(0.1, 0.62, 1.5, tilt=180):
        microphone("#cfc6b2")
        shock_mount()
    tube([(0.1, 0.62, 1.6), (0.1, 0.66, 1.66), (0.45, 0.95, 1.78), (0.9, 1.3, 1.9)], 0.011, plain("#d7dadd", 0.12, 1.0), False)
    tube([(0.1, 0.63, 1.61), (0.16, 0.7, 1.5), (0.4, 0.95, 1.58), (0.6, 1.1, 1.4), (0.8, 1.25, 0.6)], 0.004, matt())
    with place(0.02, 0.44, 1.37, turn=-20):
        pop_filter(0.066)
    tube([(0.085, 0.45, 1.35), (0.22, 0.52, 1.28), (0.32, 0.72, 1.2), (0.4, 0.95, 1.0)], 0.006, matt())
    area((-0.9, -0.2, 1.9), (0.1, 0.6, 1.5), (0.5, 0.5), 9, "#bcd8ff")
    area((1.2, 0.1, 1.6), (0.1, 0.6, 1.5), (0.3, 0.8), 8, "#ffc48a")
    exposure(0.7)
    camera((0.62, -0.42, 1.5), (-0.02, 0.72, 1.46), 45, (0.1, 0.6, 1.46), 2.0)
