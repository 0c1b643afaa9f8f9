import type { Page } from '@playwright/test'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import sharp from 'sharp'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import { aStudioByApi, expect, failRequests, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const aPicture = (red: number) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: { r: red, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer()
const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

async function openRoom(page: Page) {
  await page.getByRole('button', { name: 'Edit Studio A' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Studio A' })
  const tiles = dialog.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  return { dialog, tiles, add: dialog.getByLabel('Picture files') }
}

/** Drops a file as from a folder of the computer. */
async function drop(page: Page, on: string, { name, mimeType, buffer }: ReturnType<typeof file>) {
  const dataTransfer = await page.evaluateHandle(
    ([bytes, name, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }))
      return transfer
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
  for (const type of ['dragover', 'drop']) await page.getByText(on).dispatchEvent(type, { dataTransfer })
}

test("a room's pictures are described, ordered and removed, and the public page shows them", async ({
  aBrowser,
  server,
}) => {
  const { studio, admin } = await aStudioByApi(server)
  const altsOfPage = async () => {
    const { rooms } = (await admin.get(`/public/studios/${studio.slug}/services`)).body
    return rooms[0].pictures.map(({ alt }: { alt: string }) => alt)
  }
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/settings?tab=rooms')
  const { dialog, tiles, add } = await openRoom(page)
  await add.setInputFiles([file('plan.pdf', Buffer.from('%PDF'), 'application/pdf'), file('a.jpg', await aPicture(30))])
  await expect(tiles).toHaveCount(1)
  await expect(dialog.getByRole('alert')).toHaveText(/^plan\.pdf: File type must be one of/)
  await expect(toast(page, 'Upload successful')).toBeVisible()
  await drop(page, 'Choose files or drop them here', file('b.jpg', await aPicture(220)))
  await expect(tiles).toHaveCount(2)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(tiles.getByText('If empty, screen readers read the name.')).toHaveCount(2)
  await expectNoAxeViolations(page)

  const stopFailing = await failRequests(page, 'PATCH', '**/api/v1/pictures/*')
  const field = tiles.nth(0).getByLabel('Describe the picture')
  await field.fill('A piano below a window')
  await field.blur()
  await expect(tiles.nth(0).getByText('Something went wrong on our side.')).toBeVisible()
  await stopFailing()
  await field.press('Enter')
  await expect.poll(altsOfPage).toEqual(['A piano below a window', ''])
  await expect(tiles.getByText('If empty, screen readers read the name.')).toHaveCount(1)
  // Closing the dialog saves the text that is being typed.
  await tiles.nth(1).getByLabel('Describe the picture').fill('The control desk')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(altsOfPage).toEqual(['A piano below a window', 'The control desk'])

  await openRoom(page)
  await expect(tiles.nth(0).getByRole('button', { name: 'Move picture 1 left' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await tiles.nth(1).getByRole('button', { name: 'Move picture 2 left' }).focus()
  await page.keyboard.press('Enter')
  await expect(tiles.nth(0).getByRole('img')).toHaveAttribute('alt', 'The control desk')
  await expect(tiles.nth(0).getByRole('button', { name: 'Move picture 1 left' })).toBeFocused()
  await expect.poll(altsOfPage).toEqual(['The control desk', 'A piano below a window'])
  await expect(dialog.getByRole('status').filter({ hasText: 'Picture moved to place 1 of 2' })).toHaveCount(1)
  await tiles.nth(1).getByRole('img').hover()
  await page.mouse.down()
  const onto = await tiles.nth(0).getByRole('img').boundingBox()
  await page.mouse.move((onto?.x ?? 0) + 40, (onto?.y ?? 0) + 40, { steps: 5 })
  await page.mouse.up()
  await expect(tiles.nth(0).getByRole('img')).toHaveAttribute('alt', 'A piano below a window')
  await expect.poll(altsOfPage).toEqual(['A piano below a window', 'The control desk'])

  const visitor = await aBrowser(phone)
  await visitor.goto(`/s/${studio.slug}`)
  const cover = visitor.getByRole('region', { name: 'Rooms' }).getByRole('img', { name: 'A piano below a window' })
  await expect(cover).toHaveAttribute('src', /picture-.*\.webp$/)
  await cover.scrollIntoViewIfNeeded()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)

  await tiles.nth(0).getByRole('button', { name: 'Remove picture 1' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this picture?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expect(tiles).toHaveCount(1)
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
  await visitor.reload()
  await expect(visitor.getByRole('img', { name: 'The control desk' })).toHaveCount(1)
  await expect(cover).toHaveCount(0)
})

test(
  'a service shows its picture in the booking form, and at most eight can be added',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    const page = await aBrowser(phone)
    await signInAt(page, admin.email, '/studio/settings?tab=services')
    await page.getByRole('button', { name: 'Add service' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('You can add pictures after saving.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    const photo = await aPhoto({ width: 640, height: 480 })
    for (let count = 0; count < 7; count++) {
      const fields = { service_key: 'recording', alt: `Picture number ${count}` }
      expect((await admin.upload('POST', `/studios/${studio.id}/pictures`, photo, { fields })).status).toBe(201)
    }
    await page.getByRole('button', { name: 'Edit Recording Session' }).click()
    const tiles = dialog.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
    await expect(tiles).toHaveCount(7)
    await dialog.getByLabel('Picture files').setInputFiles([file('a.jpg', photo), file('b.jpg', photo)])
    await expect(tiles).toHaveCount(8)
    await expect(dialog.getByRole('alert')).toHaveText('b.jpg: At most 8 pictures')
    await expect(dialog.getByRole('button', { name: '8 of 8 pictures' })).toHaveAttribute('aria-disabled', 'true')
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    const booking = await aBrowser(phone)
    await signInAt(booking, client.email, `/${studio.slug}/bookings`)
    const tile = booking.getByRole('button', { name: /Recording Session/ })
    await expect(tile.getByRole('img')).toHaveAttribute('alt', 'Picture number 0')
    await expectNoSidewaysScroll(booking)
    await expectNoAxeViolations(booking)
  },
)

test('a service shows the same picture to visitors and to clients', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const path = `/studios/${studio.id}`
  await admin.post(`${path}/resources`, { kind: 'room', name: 'Booth' })
  const { items: rooms } = (await admin.get(`${path}/resources`)).body as { items: { id: string }[] }
  // The order of the rooms decides, not that of their ids.
  const ids = rooms.map(({ id }) => id).sort((a, b) => b.localeCompare(a))
  for (const [position, id] of ids.entries()) await admin.patch(`/resources/${id}`, { position })
  for (const [index, resource_id] of ids.entries()) {
    const fields = { resource_id, alt: `Room ${index}` }
    expect((await admin.upload('POST', `${path}/pictures`, await aPicture(90 * index), { fields })).status).toBe(201)
  }
  const visitor = await aBrowser(phone)
  await visitor.goto(`/s/${studio.slug}/book`)
  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}/bookings`)
  for (const name of [/Recording Session/, /Mixing Session/]) {
    const shown = await visitor.getByRole('link', { name }).locator('img').getAttribute('src')
    await expect(page.getByRole('button', { name }).locator('img')).toHaveAttribute('src', shown ?? '')
  }
})
