import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSharePreview } from './card-picture.ts'

const colors = { background: '#000000', primary: '#00ff00', accent: '#00ffff', ink: '#ff0000' }
const card = { title: 'Blue Room', subtitle: 'A studio in the harbour', footer: 'studios.example/blue-room', colors }

/** The number of pixels in the text color, in the left half, which has only text. */
async function countTextPixels(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture)
    .extract({ left: 0, top: 120, width: 600, height: 500 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 90) count += 1
  return count
}

test('a card is a picture of 1200 by 630 with its texts in the text color', async () => {
  const picture = await drawSharePreview(card)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(await countTextPixels(picture)).toBeGreaterThan(2_000)
  expect(await countTextPixels(await drawSharePreview({ ...card, title: ' ', subtitle: '', footer: '' }))).toBe(0)
})

test.each([
  ['markup', '<span foreground="#00f">x</span> & </span>'],
  ['a very long text', 'Wide '.repeat(400)],
  ['one long word', 'W'.repeat(400)],
  ['many marks on one letter', `a${'\u0301\u0302'.repeat(45)}`],
  ['letters that the font does not have', '日本語スタジオ'],
  ['emoji and right-to-left letters', '🎙️ استوديو'],
])('a card shows %s as plain text', async (_what, words) => {
  const picture = await drawSharePreview({ ...card, title: words, subtitle: words })
  expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 })
})
