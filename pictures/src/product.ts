import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openCamera, phone, settle, wide } from './camera.ts'
import { nextMonth } from './demo-month.ts'
import { guideHtml, previewHtml } from './printed.ts'

const web = resolve(import.meta.dirname, '../../web')
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
  const calendar = await writeBothThemes('calendar', nora)
  await settle(nora, '/studio/bookings?tab=list')
  await writeBothThemes('list', nora)
  const cleo = await camera.pageAs('cleo@example.com', phone, SCALE)
  await settle(cleo, '/northlight/bookings')
  await writeBothThemes('phone', cleo)
  const visitor = await camera.pageAs(null, wide, SCALE)
  await settle(visitor, '/s/bloom-house/auth/login')
  await writeBothThemes('branded', visitor)
  await writePreviewAndGuide(camera, calendar)
  await camera.browser.close()
}

/** Writes the screenshot in both themes and all widths and formats. @returns the original in the dark theme */
async function writeBothThemes(name: string, page: Page): Promise<Buffer> {
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  await showTheme(page, 'light')
  await writeSizes(`${name}-light`, page)
  await showTheme(page, 'dark')
  return writeSizes(`${name}-dark`, page)
}

/** Shows the page as if its reader had chosen this theme, which also changes a studio's brand. */
const showTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)

async function writeSizes(name: string, page: Page): Promise<Buffer> {
  const screenshot = await page.screenshot({ animations: 'disabled' })
  const size = page.viewportSize()
  for (const width of size && size.width < size.height ? widths.phone : widths.wide) {
    const resized = sharp(screenshot).resize({ width, kernel: 'lanczos3' })
    await resized.clone().avif({ quality: 50, effort: 6 }).toFile(`${folder}/${name}-${width}.avif`)
    await resized.clone().webp({ quality: 78, effort: 6 }).toFile(`${folder}/${name}-${width}.webp`)
  }
  return screenshot
}

async function writePreviewAndGuide(camera: Camera, calendar: Buffer) {
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
