import type { Page } from '@playwright/test'
import { choose, chooseDay, timeToChoose } from '@studiohub/e2e/fixtures.ts'
import { type Tour, tour } from '../../web/src/features/marketing/content/tour.ts'
import { openCamera, phone, settle } from './camera.ts'
import { record, type Scene, writeFilm } from './film.ts'
import { clickSlowly, dragSlowly, frame, showPointer, typeSlowly } from './stage.ts'

type Camera = Awaited<ReturnType<typeof openCamera>>

const textsOf = (scene: Tour[number]['scene']): Tour[number] => {
  const words = tour.find((one) => one.scene === scene)
  if (!words) throw new Error(`The tour has no scene '${scene}'`)
  return words
}

/** A pause for the viewer. */
const pause = (page: Page, seconds = 1.5) => page.waitForTimeout(seconds * 1000)

/** Records the tour of the product at `url` into `folder`. */
export async function recordTour(url: string, folder: string) {
  const camera = await openCamera(url)
  const owner = await openActorPage(camera, 'nora@northlight.example', frame.size)
  const scenes = [
    await recordOnboarding(camera),
    await recordBranding(owner),
    await recordBrandedSignIn(camera),
    await recordPhoneBooking(camera),
    await recordConfirmation(owner),
    await recordMonth(owner),
    await recordConflict(owner),
    await recordCardMove(owner),
  ]
  const editor = await camera.pageAs(null, frame.size)
  await editor.goto('/')
  await writeFilm(editor, scenes, `${folder}/tour`)
  await camera.browser.close()
}

async function openActorPage(camera: Camera, email: string | null, size: typeof frame.size) {
  const page = await camera.pageAs(email, size)
  await showPointer(page)
  return page
}

async function recordOnboarding(camera: Camera): Promise<Scene> {
  const page = await openActorPage(camera, null, frame.size)
  await page.goto('/auth/signup')
  await page.getByLabel('Full name').fill('Iris Vale')
  await page.getByLabel('Email').fill('iris.vale@lowtide.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('radio', { name: /Studio Admin/ }).waitFor()
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  return record(page, textsOf('onboarding'), async () => {
    await pause(page, 0.8)
    await clickSlowly(page, page.getByText('Studio Admin', { exact: true }))
    await typeSlowly(page, page.getByLabel('Studio name'), 'Low Tide Recording')
    await page.getByLabel('Studio type').selectOption('recording')
    await pause(page, 0.5)
    await clickSlowly(page, page.getByText('Free Trial', { exact: false }).first())
    await pause(page)
  })
}

async function recordBranding(page: Page): Promise<Scene> {
  await settle(page, '/studio/settings?tab=branding')
  return record(page, textsOf('branding'), async () => {
    await pause(page, 1)
    const choose = async (label: string, color: string) => {
      await page.getByLabel(label, { exact: true }).fill(color)
      await pause(page, 0.8)
    }
    await clickSlowly(page, page.getByLabel('Primary', { exact: true }))
    await choose('Primary', '32 95% 60%')
    await choose('Accent', '45 95% 62%')
    await page.getByLabel('Headings').selectOption('Playfair Display')
    await pause(page, 2)
  })
}

async function recordBrandedSignIn(camera: Camera): Promise<Scene> {
  const page = await openActorPage(camera, null, frame.size)
  await settle(page, '/s/bloom-house/auth/login')
  return record(page, textsOf('door'), async () => {
    await pause(page, 1)
    await typeSlowly(page, page.getByLabel('Email'), 'mina@example.com')
    await pause(page)
  })
}

// A day without bookings in the first room, within the first weeks shown.
const day = Temporal.Now.plainDateISO('Europe/Amsterdam').add({ days: 8 }).toString()

async function recordPhoneBooking(camera: Camera): Promise<Scene> {
  const page = await openActorPage(camera, 'cleo@example.com', phone)
  await settle(page, '/northlight/bookings')
  return record(page, textsOf('client'), async () => {
    await pause(page, 1)
    await clickSlowly(page, page.getByRole('region', { name: 'Book a session' }).getByRole('button').first())
    await chooseDay(page, day)
    await pause(page, 0.8)
    await choose(timeToChoose(page, '10:00'))
    await pause(page, 0.8)
    const dialog = page.getByRole('dialog')
    await clickSlowly(page, dialog.getByRole('checkbox', { name: /accept the terms/ }))
    await clickSlowly(page, dialog.getByRole('button', { name: 'Create Booking' }))
    await dialog.waitFor({ state: 'detached' })
    await pause(page, 2)
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
    await pause(page, 0.5)
  }
}

async function recordConfirmation(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings?tab=list')
  return record(page, textsOf('confirm'), async () => {
    await pause(page, 1)
    const waiting = page.getByRole('row').filter({ hasText: 'Pending' }).first()
    await clickSlowly(page, waiting.getByRole('button', { name: /Confirm/ }))
    await pause(page, 2.5)
  })
}

async function recordMonth(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings')
  return record(page, textsOf('month'), async () => {
    await pause(page, 1.5)
    await clickSlowly(page, page.getByRole('button', { name: 'Next month' }))
    await pause(page, 3)
  })
}

async function recordConflict(page: Page): Promise<Scene> {
  await settle(page, '/studio/bookings')
  return record(page, textsOf('conflict'), async () => {
    await clickSlowly(page, page.getByRole('button', { name: 'New Booking' }).first())
    const dialog = page.getByRole('dialog')
    await fillTime(page, '10:30', '12:30')
    // The same room as the client's session, one hour earlier.
    await dialog.getByLabel('Room').selectOption({ index: 1 })
    await dialog.getByLabel('Service type').selectOption('recording')
    await pause(page, 1)
    await clickSlowly(page, dialog.getByRole('button', { name: 'Create Booking' }))
    await pause(page, 3.5)
  })
}

async function recordCardMove(page: Page): Promise<Scene> {
  await settle(page, '/studio/board')
  return record(page, textsOf('board'), async () => {
    await pause(page, 1.2)
    const card = page.locator('[data-column="production"] [data-handle]').first()
    await dragSlowly(page, card, page.locator('[data-column="post_production"]'))
    await pause(page, 2.5)
  })
}
