import type { Page } from '@playwright/test'
import { choose, chooseDay, timeToChoose } from '@studiohub/e2e/fixtures.ts'
import { type Tour, tour } from '../../web/src/features/marketing/content/tour.ts'
import { openCamera, phone, settle } from './camera.ts'
import { record, type Scene, writeFilm } from './film.ts'
import { carrySlowly, frame, pressSlowly, showPointer, typeSlowly } from './stage.ts'

type Camera = Awaited<ReturnType<typeof openCamera>>

const wordsOf = (scene: Tour[number]['scene']): Tour[number] => {
  const words = tour.find((one) => one.scene === scene)
  if (!words) throw new Error(`The tour has no scene '${scene}'`)
  return words
}

/** A pause for the viewer. */
const rest = (page: Page, seconds = 1.5) => page.waitForTimeout(seconds * 1000)

/** Records the tour of the product at `url` into `folder`. */
export async function filmTour(url: string, folder: string) {
  const camera = await openCamera(url)
  const owner = await actor(camera, 'nora@northlight.example', frame.size)
  const scenes = [
    await openStudio(camera),
    await giveItAFace(owner),
    await standAtTheDoor(camera),
    await bookOnThePhone(camera),
    await confirm(owner),
    await lookAtTheMonth(owner),
    await meetAConflict(owner),
    await carryACard(owner),
  ]
  const editor = await camera.pageAs(null, frame.size)
  await editor.goto('/')
  await writeFilm(editor, scenes, `${folder}/tour`)
  await camera.browser.close()
}

async function actor(camera: Camera, email: string | null, size: typeof frame.size) {
  const page = await camera.pageAs(email, size)
  await showPointer(page)
  return page
}

async function openStudio(camera: Camera): Promise<Scene> {
  const page = await actor(camera, null, frame.size)
  await page.goto('/auth/signup')
  await page.getByLabel('Full name').fill('Iris Vale')
  await page.getByLabel('Email').fill('iris.vale@lowtide.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('radio', { name: /Studio Admin/ }).waitFor()
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  return record(page, wordsOf('onboarding'), async () => {
    await rest(page, 0.8)
    await pressSlowly(page, page.getByText('Studio Admin', { exact: true }))
    await typeSlowly(page, page.getByLabel('Studio name'), 'Low Tide Recording')
    await page.getByLabel('Studio type').selectOption('recording')
    await rest(page, 0.5)
    await pressSlowly(page, page.getByText('Free Trial', { exact: false }).first())
    await rest(page)
  })
}

async function giveItAFace(page: Page): Promise<Scene> {
  await settle(page, '/studio/settings?tab=branding')
  return record(page, wordsOf('branding'), async () => {
    await rest(page, 1)
    const choose = async (label: string, color: string) => {
      await page.getByLabel(label, { exact: true }).fill(color)
      await rest(page, 0.8)
    }
    await pressSlowly(page, page.getByLabel('Primary', { exact: true }))
    await choose('Primary', '32 95% 60%')
    await choose('Accent', '45 95% 62%')
    await page.getByLabel('Headings').selectOption('Playfair Display')
    await rest(page, 2)
  })
}

async function standAtTheDoor(camera: Camera): Promise<Scene> {
  const page = await actor(camera, null, frame.size)
  await settle(page, '/s/bloom-house/auth/login')
  return record(page, wordsOf('door'), async () => {
    await rest(page, 1)
    await typeSlowly(page, page.getByLabel('Email'), 'mina@example.com')
    await rest(page)
  })
}

// A day without bookings in the first room, within the first weeks shown.
const day = Temporal.Now.plainDateISO('Europe/Amsterdam').add({ days: 8 }).toString()

async function bookOnThePhone(camera: Camera): Promise<Scene> {
  const page = await actor(camera, 'cleo@example.com', phone)
  await settle(page, '/northlight/bookings')
  return record(page, wordsOf('client'), async () => {
    await rest(page, 1)
    await pressSlowly(page, page.getByRole('region', { name: 'Book a session' }).getByRole('button').first())
    await chooseDay(page, day)
    await rest(page, 0.8)
    await choose(timeToChoose(page, '10:00'))
    await rest(page, 0.8)
    const dialog = page.getByRole('dialog')
    await pressSlowly(page, dialog.getByRole('checkbox', { name: /accept the terms/ }))
    await pressSlowly(page, dialog.getByRole('button', { name: 'Create Booking' }))
    await dialog.waitFor({ state: 'detached' })
    await rest(page, 2)
  })
}

async function fillTime(page: Page, from: string, to: string) {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of [
    ['Booking date', day],
    ['Start time', from],
    ['End time', to],
  ] as const) {
    await dialog.getByLabel(label).fill(value)
    await rest(page, 0.5)
  }
}

async function confirm(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings?tab=list')
  return record(page, wordsOf('confirm'), async () => {
    await rest(page, 1)
    const waiting = page.getByRole('row').filter({ hasText: 'Pending' }).first()
    await pressSlowly(page, waiting.getByRole('button', { name: /Confirm/ }))
    await rest(page, 2.5)
  })
}

async function lookAtTheMonth(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings')
  return record(page, wordsOf('month'), async () => {
    await rest(page, 1.5)
    await pressSlowly(page, page.getByRole('button', { name: 'Next month' }))
    await rest(page, 3)
  })
}

async function meetAConflict(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings')
  return record(page, wordsOf('conflict'), async () => {
    await pressSlowly(page, page.getByRole('button', { name: 'New Booking' }).first())
    const dialog = page.getByRole('dialog')
    await fillTime(page, '10:30', '12:30')
    // The same room as the client's session, one hour earlier.
    await dialog.getByLabel('Room').selectOption({ index: 1 })
    await dialog.getByLabel('Service type').selectOption('recording')
    await rest(page, 1)
    await pressSlowly(page, dialog.getByRole('button', { name: 'Create Booking' }))
    await rest(page, 3.5)
  })
}

async function carryACard(page: Page): Promise<Scene> {
  await settle(page, '/studio/board')
  return record(page, wordsOf('board'), async () => {
    await rest(page, 1.2)
    const card = page.locator('[data-column="production"] [data-handle]').first()
    await carrySlowly(page, card, page.locator('[data-column="post_production"]'))
    await rest(page, 2.5)
  })
}
