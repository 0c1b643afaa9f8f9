import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openCamera, phone, settle, wide } from './camera.ts'
import { nextMonth } from './demo-month.ts'
import { guideHtml, previewHtml } from './printed.ts'

const web = resolve(import.meta.dirname, '../../../web')
const folder = `${web}/src/features/marketing/pictures`
const SCALE = 2

/** Widths of a picture's files in pixels. */
const widths = { wide: [640, 960, 1440], phone: [300, 480, 780] }

type Camera = Awaited<ReturnType<typeof openCamera>>

/** Takes the pictures of the public pages, the link preview and the partner guide. */
export async function takeProductPictures(url: string) {
  mkdirSync(folder, { recursive: true })
  const camera = await openCamera(url)
  const nora = await camera.pageAs('nora@northlight.example', wide, SCALE)
  await settle(nora, `/studio/bookings?month=${nextMonth()}`)
  const calendar = await keep('calendar', nora)
  await settle(nora, '/studio/bookings?tab=list')
  await keep('list', nora)
  await takeBooking(nora)
  const cleo = await camera.pageAs('cleo@example.com', phone, SCALE)
  await settle(cleo, '/northlight/bookings')
  await keep('phone', cleo)
  await takeVisitors(camera)
  await print(camera, calendar)
  await camera.browser.close()
}

async function takeBooking(page: Page) {
  await settle(page, `/studio/bookings?month=${nextMonth()}`)
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Booking date').fill(`${nextMonth()}-09`)
  await dialog.getByLabel('Start time').fill('10:00')
  await dialog.getByLabel('End time').fill('11:30')
  await dialog.getByLabel('Service type').selectOption('recording')
  // Waits for the hint on free times; the live stream keeps the network busy, so `networkidle` never comes.
  await page.waitForTimeout(1500)
  await keep('booking', page)
}

async function takeVisitors(camera: Camera) {
  const visitor = await camera.pageAs(null, wide, SCALE)
  await settle(visitor, '/s/bloom-house/auth/login')
  await keep('branded', visitor)
  await visitor.goto('/auth/signup')
  await visitor.getByLabel('Full name').fill('Iris Vale')
  await visitor.getByLabel('Email').fill('iris@lowtide.example')
  await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await visitor.getByRole('button', { name: 'Sign up', exact: true }).click()
  await visitor.getByRole('radio', { name: /Studio Admin/ }).check()
  await visitor.getByLabel('Studio name').fill('Low Tide Recording')
  await visitor.getByLabel('Studio type').selectOption('recording')
  await visitor.getByRole('radio', { name: /Free Trial/ }).check()
  await visitor.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  await visitor.evaluate(() => window.scrollTo(0, 0))
  await keep('onboarding', visitor)
}

/** Writes the screenshot in all widths and formats. @returns the original */
async function keep(name: string, page: Page): Promise<Buffer> {
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  const taken = await page.screenshot()
  const size = page.viewportSize()
  for (const width of size && size.width < size.height ? widths.phone : widths.wide) {
    const narrowed = sharp(taken).resize({ width, kernel: 'lanczos3' })
    await narrowed.clone().avif({ quality: 50, effort: 6 }).toFile(`${folder}/${name}-${width}.avif`)
    await narrowed.clone().webp({ quality: 78, effort: 6 }).toFile(`${folder}/${name}-${width}.webp`)
  }
  return taken
}

async function print(camera: Camera, calendar: Buffer) {
  const font = readFileSync(
    resolve(web, '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  )
  const page = await camera.pageAs(null, { width: 1200, height: 630 })
  await page.setContent(previewHtml(calendar, font))
  await page.evaluate(() => document.fonts.ready)
  const preview = await sharp(await page.screenshot())
    .png({ palette: true, quality: 80, effort: 8 })
    .toBuffer()
  writeFileSync(`${web}/public/preview.png`, preview)
  const guide = guideHtml(font)
  await page.setContent(guide.html)
  await page.evaluate(() => document.fonts.ready)
  writeFileSync(
    `${web}/public/${guide.file}`,
    await page.pdf({ format: 'A4', printBackground: true, tagged: true, outline: true }),
  )
}
