import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { openCamera, phone, settle, wide } from './camera.ts'
import { nextMonth } from './demo-month.ts'

const folder = resolve(import.meta.dirname, '../../docs/pictures')
const publicFolder = resolve(import.meta.dirname, '../../web/public')

/** What browsers show before they install the app: the names in `app.webmanifest`, by screen and width. */
const appScreens: Record<string, string> = {
  'studio-1440': 'app-screen-wide.png',
  'studio-390': 'app-screen-narrow.png',
}

type Screen = { name: string; path: string; as: string | null; whole?: boolean }

const publicPages: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'partner', path: '/partner' },
  { name: 'network', path: '/network' },
  { name: 'case-studies', path: '/case-studies' },
  { name: 'docs', path: '/docs' },
  { name: 'training', path: '/training' },
  { name: 'not-found', path: '/nobody-is-here' },
].map((page) => ({ ...page, as: null, whole: true }))

/** The first screen of each area, and the calendar for the README. */
const areas: readonly Screen[] = [
  { name: 'login', path: '/auth/login', as: null },
  { name: 'signup', path: '/auth/signup', as: null },
  { name: 'branded-login', path: '/s/bloom-house/auth/login', as: null },
  { name: 'super-admin', path: '/super-admin', as: 'admin@studiohub.example' },
  { name: 'studio', path: '/studio', as: 'nora@northlight.example' },
  { name: 'bookings', path: `/studio/bookings?month=${nextMonth()}`, as: 'nora@northlight.example' },
  { name: 'staff', path: '/staff', as: 'sam@northlight.example' },
  { name: 'client', path: '/northlight', as: 'cleo@example.com' },
  { name: 'partner-dashboard', path: '/partner/dashboard', as: 'theo@tapeworks.example' },
  { name: 'profile', path: '/profile', as: 'cleo@example.com' },
]

/**
 * `docs/pictures`: every public page and the first screen of each area, on desktop and phone.
 * @param only names of screens to take; empty takes all
 */
export async function takeScreens(url: string, only: readonly string[]) {
  mkdirSync(folder, { recursive: true })
  const camera = await openCamera(url)
  const selected = [...publicPages, ...areas].filter(({ name }) => only.length === 0 || only.includes(name))
  for (const { name, path, as, whole = false } of selected) {
    for (const size of [wide, phone]) {
      const page = await camera.pageAs(as, size)
      await settle(page, path)
      const taken = await page.screenshot({ fullPage: whole })
      const file = await sharp(taken).png({ palette: true, quality: 100, effort: 8 }).toBuffer()
      writeFileSync(`${folder}/${name}-${size.width}.png`, file)
      const appScreen = appScreens[`${name}-${size.width}`]
      if (appScreen) writeFileSync(`${publicFolder}/${appScreen}`, file)
      await page.context().close()
    }
  }
  await camera.browser.close()
}
