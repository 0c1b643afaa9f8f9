import { resolve } from 'node:path'
import sharp from 'sharp'

const root = resolve(import.meta.dirname, '../..')
const rooms = ['live-room', 'daylight-studio', 'podcast-desk']
/** Widths in pixels: a phone's screen, and half a page on a sharp screen. */
const widths = [480, 1120]

/** Writes the demo's pictures of rooms for the public pages, in the sizes that those show. */
export async function writeRoomPictures() {
  for (const room of rooms)
    for (const width of widths) {
      const target = `${root}/web/src/features/marketing/pictures/${room}-${width}`
      const picture = sharp(`${root}/server/demo-pictures/${room}.webp`).resize({ width })
      await picture.clone().avif({ quality: 50, effort: 6 }).toFile(`${target}.avif`)
      await picture.clone().webp({ quality: 72, effort: 6 }).toFile(`${target}.webp`)
    }
}
