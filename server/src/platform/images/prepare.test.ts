import { AppError, type ErrorCode, errors } from '@studiohub/contract/errors.ts'
import { type ImageRule, imageTypes } from '@studiohub/contract/shared/images.ts'
import { aDecompressionBomb, anIcon, aPhoto } from '@studiohub/testing/pictures.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureShape } from './picture-order.ts'
import { preparePicture } from './prepare.ts'

const photoRule: ImageRule = { max_mb: 5, types: ['image/jpeg', 'image/png', 'image/webp'] }
const anyImageRule: ImageRule = { max_mb: 2, types: imageTypes }
const avatarShape: PictureShape = { width: 128, height: 128, fit: 'cover', format: 'webp' }
const logoShape: PictureShape = { width: 256, height: 256, fit: 'inside', format: 'png' }
const text = (words: string) => Buffer.from(words)

async function uploadErrorOf(bytes: Uint8Array, rule = photoRule, shape = avatarShape) {
  const rejection = await preparePicture(bytes, rule, shape).then(
    () => null,
    (error: unknown) => error,
  )
  return rejection instanceof AppError ? rejection : expect.fail(`not rejected: ${String(rejection)}`)
}

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'of type %s is encoded again, cropped, without its metadata',
    async (format) => {
      const sent = await aPhoto({ width: 300, height: 200, format })
      expect((await sharp(sent).metadata()).exif).toBeDefined()
      const { bytes, extension, hash } = await preparePicture(sent, photoRule, avatarShape)
      const metadata = await sharp(bytes).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 128, height: 128 })
      for (const name of ['exif', 'icc', 'iptc', 'xmp', 'comments'] as const)
        expect(metadata[name], name).toBeUndefined()
      expect(Buffer.from(bytes).includes('Canary')).toBe(false)
      expect({ extension, hash }).toEqual({ extension: 'webp', hash: expect.stringMatching(/^[0-9a-f]{32}$/) })
    },
  )

  test('is rotated according to its EXIF data', async () => {
    const left = { create: { width: 20, height: 40, channels: 3 as const, background: '#f00' } }
    const both = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00f' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { bytes } = await preparePicture(both, photoRule, { ...avatarShape, width: 40, height: 40 })
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => data[(y * info.width + x) * info.channels]
    // After a rotation to the right, the left side is on top.
    expect([pixel(5, 5), pixel(35, 5), pixel(5, 35)].map((red) => (red ?? 0) > 128)).toEqual([true, true, false])
  })

  test('is never enlarged, and gets a new hash each time', async () => {
    const sent = await aPhoto({ width: 64, height: 64 })
    const [first, second] = [
      await preparePicture(sent, photoRule, avatarShape),
      await preparePicture(sent, photoRule, avatarShape),
    ]
    expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 64, height: 64 })
    expect(first.hash).not.toBe(second.hash)
  })

  test('with another file appended loses that file', async () => {
    const sent = Buffer.concat([await aPhoto(), text('PK\u0003\u0004<script>alert("canary")</script>')])
    const { bytes } = await preparePicture(sent, photoRule, avatarShape)
    expect(Buffer.from(bytes).includes('canary')).toBe(false)
  })
})

describe('a file that is not a valid photo', () => {
  const png = (data: string) => text(`\u0089PNG\r\n${data}`)
  const others: Record<string, Uint8Array> = {
    'a page': text('<!doctype html><script>alert(1)</script>'),
    'a page that contains a drawing': text('<html><body><svg xmlns="http://www.w3.org/2000/svg"/></body></html>'),
    'a script': text('/*\u00ff\u00d8*/alert(1)'),
    'a GIF': text('GIF89a\u0001\u0000\u0001\u0000'),
    'a PDF': text('%PDF-1.7'),
    'a ZIP': text('PK\u0003\u0004'),
    'an MP4 or AVIF': text('\u0000\u0000\u0000 ftypavif'),
    'a TIFF': text('II*\u0000'),
    'a RIFF with sound': text('RIFF\u0000\u0000\u0000\u0000WAVEfmt '),
    'a text that begins like a PNG': png('not at all'),
    'a drawing': text('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
  }
  test.each(Object.keys(others))('%s is rejected by its content', async (kind) => {
    const rejection = await uploadErrorOf(others[kind] ?? Buffer.alloc(0))
    expect(rejection.code).toBe('UNSUPPORTED_MEDIA_TYPE' satisfies ErrorCode)
    expect(rejection.message).toBe('File type must be one of: image/jpeg, image/png, image/webp')
  })

  test('cannot be read if it ends too early or contains noise', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const complete = await aPhoto({ width: 400, height: 300, format })
      expect((await uploadErrorOf(complete.subarray(0, 40))).code, format).toBe('IMAGE_UNREADABLE')
      expect((await uploadErrorOf(complete.subarray(0, complete.length / 2))).code, format).toBe('IMAGE_UNREADABLE')
    }
    const noise = Buffer.from(await aPhoto({ format: 'png' }))
    noise.fill(7, 33, 60)
    expect((await uploadErrorOf(noise)).code).toBe('IMAGE_UNREADABLE')
  })

  test('is rejected with the message of the form if it is too large', async () => {
    const large = Buffer.concat([await aPhoto(), Buffer.alloc(5 * 1024 * 1024)])
    const rejection = await uploadErrorOf(large)
    expect({ code: rejection.code, message: rejection.message }).toEqual({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'File size must be less than 5MB',
    })
  })
})

describe('a decompression bomb', () => {
  test('of pixels is not opened', async () => {
    const bomb = aDecompressionBomb(16_000, 16_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    const startedAt = performance.now()
    expect((await uploadErrorOf(bomb)).code).toBe('IMAGE_TOO_COMPLEX')
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })

  test('of filters or of nested copies is stopped by a limit', async () => {
    const filters = Array.from(
      { length: 60 },
      () => '<feGaussianBlur stdDeviation="80"/><feMorphology operator="dilate" radius="60"/>',
    )
    const blurred = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">${filters.join('')}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
    )
    const copied = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs><g id="g0"><circle r="9"/></g>${levels.join('')}</defs><use href="#g9"/></svg>`
    for (const bomb of [blurred, copied])
      expect(['IMAGE_TOO_COMPLEX', 'IMAGE_UNREADABLE']).toContain(
        (await uploadErrorOf(text(bomb), anyImageRule, logoShape)).code,
      )
  })

  test('does not delay others: a photo sent at the same time is processed', async () => {
    const [bomb, photo] = await Promise.allSettled([
      preparePicture(aDecompressionBomb(16_000, 16_000), photoRule, avatarShape),
      preparePicture(await aPhoto(), photoRule, avatarShape),
    ])
    expect([bomb.status, photo.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('a drawing', () => {
  const svg = (inner: string, outer = '') =>
    text(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="32" ${outer}><rect width="64" height="32" fill="#00ff00"/>${inner}</svg>`,
    )
  const isGreen = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return (
      data.length === info.width * info.height * 3 &&
      data.every((value, at) => (at % 3 === 1 ? value > 250 : value < 5))
    )
  }

  test('becomes pixels in the largest size that fits', async () => {
    const { bytes, extension } = await preparePicture(svg(''), anyImageRule, logoShape)
    expect(extension).toBe('png')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 128 })
    expect(await isGreen(bytes)).toBe(true)
  })

  const hostile: Record<string, Buffer> = {
    'a script': svg('<script>fetch("http://127.0.0.1:9/canary")</script>'),
    'a handler': svg('', 'onload="alert(1)"'),
    'a page inside': svg(
      '<foreignObject width="64" height="32"><body xmlns="http://www.w3.org/1999/xhtml"><b>canary</b></body></foreignObject>',
    ),
    'a picture from elsewhere': svg('<image href="http://127.0.0.1:9/canary.png" width="64" height="32"/>'),
    'a file of ours': svg(
      '<image xlink:href="file:///etc/passwd" width="64" height="32"/><use xlink:href="/etc/hostname#x"/>',
    ),
    'a style sheet from elsewhere': svg('<style>@import url(http://127.0.0.1:9/canary.css);</style>'),
  }
  test.each(Object.keys(hostile))('with %s is drawn without it', async (kind) => {
    const { bytes } = await preparePicture(hostile[kind] ?? Buffer.alloc(0), anyImageRule, logoShape)
    expect(await isGreen(bytes)).toBe(true)
    expect(Buffer.from(bytes).includes('canary')).toBe(false)
  })

  test('that declares entities is rejected', async () => {
    for (const declaration of ['<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY a "b"><!ENTITY c "&a;&a;">']) {
      const sent = text(
        `<?xml version="1.0"?><!DOCTYPE svg [${declaration}]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
      )
      expect((await uploadErrorOf(sent, anyImageRule, logoShape)).code).toBe('UNSAFE_SVG')
    }
  })

  test('after a byte order mark, a declaration and comments is accepted', async () => {
    const sent = Buffer.concat([
      text(
        '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n',
      ),
      svg(''),
    ])
    expect((await preparePicture(sent, anyImageRule, logoShape)).extension).toBe('png')
  })
})

describe('an icon', () => {
  test('is converted from its largest picture', async () => {
    const { bytes } = await preparePicture(await anIcon(), anyImageRule, logoShape)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  })

  test('with a bitmap is read row by row from the bottom', async () => {
    const [edge, head] = [2, 62]
    const file = Buffer.alloc(head + edge * edge * 4)
    file.set([0, 0, 1, 0, 1, 0, edge, edge, 0, 0, 1, 0, 32, 0])
    file.writeUInt32LE(file.length - 22, 14)
    file.writeUInt32LE(22, 18)
    file.writeUInt32LE(40, 22)
    file.writeInt32LE(edge, 26)
    file.writeInt32LE(edge * 2, 30)
    file.set([1, 0, 32, 0], 34)
    // Blue below, red above, as BGRA.
    for (const [pixel, color] of [
      [0, [255, 0, 0, 255]],
      [1, [255, 0, 0, 255]],
      [2, [0, 0, 255, 255]],
      [3, [0, 0, 255, 255]],
    ] as const)
      file.set(color, head + pixel * 4)
    const { bytes } = await preparePicture(file, anyImageRule, logoShape)
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data]).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255])
  })

  test('with wrong offsets cannot be read', async () => {
    const damaged = Buffer.from(await anIcon())
    damaged.writeUInt32LE(0xfffffff0, 18)
    expect((await uploadErrorOf(damaged, anyImageRule, logoShape)).code).toBe('IMAGE_UNREADABLE')
    expect((await uploadErrorOf(Buffer.from([0, 0, 1, 0, 9, 0, 1]), anyImageRule, logoShape)).code).toBe(
      'IMAGE_UNREADABLE',
    )
  })
})

test('files with random changes end in a picture or an error, never in a crash', async () => {
  const seeds = await Promise.all((['jpeg', 'png', 'webp'] as const).map((format) => aPhoto({ format })))
  for (let round = 0; round < 24; round += 1) {
    const bytes = Buffer.from(seeds[round % seeds.length] ?? '')
    for (let change = 0; change < 1 + (round % 5); change += 1)
      bytes[12 + ((round * 7919 + change * 104_729) % (bytes.length - 12))] = round * 37
    const result = await preparePicture(bytes, photoRule, avatarShape).catch((error: unknown) => error)
    if (result instanceof Error) expect(result).toBeInstanceOf(AppError)
    if (result instanceof AppError) expect(errors[result.code].status).toBeLessThan(500)
  }
})
