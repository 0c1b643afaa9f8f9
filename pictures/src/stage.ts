import type { Locator, Page } from '@playwright/test'

type Still = { jpeg: string; at: number; seconds: number }

/** Functions that run inside the encoding page: sent as text, so they cannot use outside variables. */
export const frame = {
  size: { width: 1280, height: 800 },

  async begin({ width, height }: { width: number; height: number }) {
    const address = '/mediabunny.mjs'
    const { BufferTarget, CanvasSource, Output, WebMOutputFormat } = await import(address)
    const canvas = new OffscreenCanvas(width, height)
    const source = new CanvasSource(canvas, { codec: 'vp9', bitrate: 700_000, keyFrameInterval: 4 })
    const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
    output.addVideoTrack(source, { frameRate: 30 })
    await output.start()
    Object.assign(globalThis, { film: { canvas, source, output } })
  },

  /** Draws a frame centered and as large as possible on the product's dark background. */
  async add({ jpeg, at, seconds }: Still) {
    const { canvas, source } = Reflect.get(globalThis, 'film')
    const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(jpeg)]))
    const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height)
    const [width, height] = [picture.width * scale, picture.height * scale]
    const drawing = canvas.getContext('2d')
    drawing.fillStyle = 'hsl(220 18% 8%)'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
    await source.add(at, seconds)
  },

  async end(): Promise<string> {
    const { output } = Reflect.get(globalThis, 'film')
    await output.finalize()
    return new Uint8Array(output.target.buffer).toBase64()
  },
}

/** A visible pointer: page recordings do not show one. */
export const showPointer = (page: Page) =>
  page.addInitScript(() => {
    const pointer = document.createElement('div')
    Object.assign(pointer.style, {
      position: 'fixed',
      zIndex: '2147483647',
      width: '22px',
      height: '22px',
      margin: '-11px 0 0 -11px',
      borderRadius: '50%',
      background: 'rgb(255 255 255 / 0.55)',
      border: '2px solid rgb(0 0 0 / 0.55)',
      pointerEvents: 'none',
      left: '-50px',
      transition: 'scale 120ms',
    })
    document.addEventListener('mousemove', ({ clientX, clientY }) => {
      Object.assign(pointer.style, { left: `${clientX}px`, top: `${clientY}px` })
      // A dialog in the top layer would cover it.
      ;(document.querySelector('dialog[open]') ?? document.documentElement).append(pointer)
    })
    document.addEventListener('mousedown', () => Object.assign(pointer.style, { scale: '0.7' }))
    document.addEventListener('mouseup', () => Object.assign(pointer.style, { scale: '1' }))
  })

const STEPS = 24
const STEP_MS = 18

/** Moves the pointer slowly to a control. */
async function movePointerTo(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (!box) throw new Error(`This control is not visible: ${control}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const from = await page.evaluate(() => Reflect.get(globalThis, 'pointerAt') ?? [innerWidth / 2, innerHeight / 2])
  for (let step = 1; step <= STEPS; step++) {
    const eased = 1 - (1 - step / STEPS) ** 3
    await page.mouse.move(from[0] + (x - from[0]) * eased, from[1] + (y - from[1]) * eased)
    await page.waitForTimeout(STEP_MS)
  }
  await page.evaluate((at) => Object.assign(globalThis, { pointerAt: at }), [x, y])
  await page.waitForTimeout(150)
}

/** Moves to a control and clicks it. */
export async function clickSlowly(page: Page, control: Locator) {
  await movePointerTo(page, control)
  await page.mouse.down()
  await page.waitForTimeout(90)
  await page.mouse.up()
}

/** Drags an element to a target. */
export async function dragSlowly(page: Page, element: Locator, target: Locator) {
  await movePointerTo(page, element)
  await page.mouse.down()
  await movePointerTo(page, target)
  await page.waitForTimeout(400)
  await page.mouse.up()
}

/** Types into a field at human speed. */
export async function typeSlowly(page: Page, field: Locator, text: string) {
  await clickSlowly(page, field)
  await field.pressSequentially(text, { delay: 55 })
}
