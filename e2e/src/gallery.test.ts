import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '@studiohub/testing/postgres.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import { expect, test, variant } from './fixtures.ts'

// One development server serves the whole file.
test.describe.configure({ mode: 'default' })

// Production builds do not have the gallery, so its pages come from the development server.
let web: ChildProcess
let gallery = ''

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const port = await freePort()
  gallery = `http://127.0.0.1:${port}/internal/gallery`
  const cwd = fileURLToPath(new URL('../../web', import.meta.url))
  const program = fileURLToPath(new URL('../../node_modules/.bin/react-router', import.meta.url))
  web = spawn(program, ['dev', '--host', '127.0.0.1', '--port', String(port)], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  await expect(async () => expect((await fetch(gallery)).status).toBe(200)).toPass({ timeout: 180_000 })
})

test.afterAll(() => {
  web.kill('SIGTERM')
})

test(
  'every UI component is in the gallery in all states, with three brands, wide and narrow, and axe finds nothing',
  variant,
  async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    // The first visit of a development server builds the page, and may reload it once.
    await expect(async () => {
      await page.goto(gallery)
      await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible({ timeout: 5000 })
      await expect(page.getByRole('figure', { name: 'Bookings by month' })).toBeVisible()
    }).toPass({ timeout: 90_000 })
    // A studio's own stylesheet overrides the system's theme; the gallery has none, so its studios use the dark theme.
    for (const [brand, colorScheme] of [
      ['StudioHub', 'dark'],
      ['StudioHub', 'light'],
      ['A dark studio', 'dark'],
      ['A light studio', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.getByLabel('Brand').selectOption(brand)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoAxeViolations(page, `${brand}, ${colorScheme}, at ${width}`)
        await expectNoSidewaysScroll(page, `${brand}, ${colorScheme}, at ${width}`)
      }
    }
  },
)

test('overlays open from the gallery, axe finds nothing in them, and Esc closes them', variant, async ({ page }) => {
  await page.goto(gallery)
  for (const [opener, name] of [
    ['Dialog', 'Cancel Booking'],
    ['Drawer', 'Northlight'],
    ['Command palette', 'Search or jump to'],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    await expectNoAxeViolations(page, opener)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Waiting overlay' }).click()
  const waiting = page.getByRole('status').filter({ hasText: 'Opening the booking...' })
  await expect(waiting).toBeVisible()
  await expect(waiting).toBeHidden()
  await page.getByRole('button', { name: 'Tooltip' }).focus()
  await expect(page.getByRole('tooltip', { name: 'A few words on a control' })).toBeVisible()
})
