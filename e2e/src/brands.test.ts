import type { Locator, Page } from '@playwright/test'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aCrewMember, type StudioOfTest } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe, narrow } from './axe.ts'
import { aStudioByApi, choose, enter, expect, test, timeToChoose } from './fixtures.ts'
import { watchShift } from './shift.ts'
import { expectSoundScreen } from './sound-screen.ts'

/** Two very different brands, each with colors that are hard to distinguish from its background. */
const brands = {
  'light, with serifs': {
    brand_colors: {
      primary: '52 96% 62%',
      secondary: '48 60% 88%',
      background: '50 60% 98%',
      text: '30 40% 12%',
      accent: '190 80% 72%',
    },
    fonts: { heading: 'Playfair Display', body: 'Lora' },
  },
  'dark, with narrow and even letters': {
    brand_colors: {
      primary: '250 80% 28%',
      secondary: '260 40% 20%',
      background: '260 45% 6%',
      text: '50 30% 90%',
      accent: '300 90% 25%',
    },
    fonts: { heading: 'Oswald', body: 'JetBrains Mono' },
  },
}

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

/**
 * Pages for everyone, for a client, and for people who work there; the last show only the logo, except for the preview.
 */
const pages = {
  visitor: ['/auth/login', '/auth/signup', '/auth/forgot-password', '/auth/reset-password', '/book', '/nothing/here'],
  client: ['', '/bookings', '/projects', '/board'],
  crew: ['/staff'],
  admin: ['/studio', '/studio/settings?tab=branding'],
}

async function aWornBrand(server: { url: string }, face: (typeof brands)[keyof typeof brands]) {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const worn = await admin.patch(`/studios/${studio.id}`, { ...face, tagline: 'As we like it' })
  expect(worn.status).toBe(200)
  for (const [days, then] of [
    [8, 'confirm'],
    [9, 'cancel'],
    [10, null],
  ] as const) {
    const { id } = await aBooking(client, studio.id, inDays(0), { booking_date: inDays(days) })
    if (then === 'confirm') expect((await confirmAsSeen(admin, id)).status).toBe(200)
    if (then === 'cancel') expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
  }
  const project = (await client.post('/projects', { title: 'Night Drive', project_type: 'music' })).body
  for (const priority of ['low', 'medium', 'high'])
    await client.post('/cards', { project_id: project.id, title: `Of ${priority} priority`, priority })
  return { ...fixture, project_id: String(project.id) }
}

/** Opens an overlay, checks it, and continues. */
async function lookAt(page: Page, button: Locator, title: string, more?: (dialog: Locator) => Promise<void>) {
  await button.click()
  const dialog = page.getByRole('dialog', { name: title }).last()
  await expect(dialog).toBeVisible()
  await more?.(dialog)
  await expectNothingFoundByAxe(page, title)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function lookAtDialogs(page: Page, { studio }: StudioOfTest) {
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  await page.setViewportSize(narrow)
  await page.goto(`/${studio.slug}/bookings`)
  const sessions = page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem')
  const services = page.getByRole('region', { name: 'Book a session' })
  await lookAt(page, services.getByRole('button', { name: 'Mixing Session' }), 'Create New Booking', (dialog) =>
    choose(dialog.getByRole('radio', { name: /^\d\d:\d\d$/ }).first()),
  )
  const details = sessions.filter({ hasText: 'Confirmed' }).getByRole('button')
  await lookAt(page, details, 'Recording Session', (dialog) =>
    lookAt(page, dialog.getByRole('button', { name: 'Cancel session' }), 'Cancel Booking'),
  )
  await page.goto(`/${studio.slug}/projects`)
  await lookAt(page, named('New Project'), 'New Project', async (dialog) => {
    await dialog.getByLabel('Title').press('Enter')
    await expect(dialog.getByText('Title is required')).toBeVisible()
  })
  await page.goto(`/${studio.slug}/board`)
  await lookAt(page, named('Create Card'), 'Create Card')
  await lookAt(page, named('Of high priority'), 'Of high priority')
  await lookAt(page, named('Chat with Stu'), 'Chat with Stu')
}

for (const [name, face] of Object.entries(brands)) {
  test(`a brand that is ${name} is readable on all of the studio's pages`, async ({ aBrowser, server }) => {
    test.slow()
    const fixture = await aWornBrand(server, face)
    const { studio, admin, client, project_id } = fixture
    const visitor = await aBrowser()
    for (const path of pages.visitor) await expectSoundScreen(visitor, `/${studio.slug}${path}`)
    await visitor.goto(`/${studio.slug}/book/recording?day=${inDays(8)}`)
    await choose(timeToChoose(visitor, '13:00'))
    await expectNothingFoundByAxe(visitor)

    const page = await aBrowser()
    await enter(page, client.email, `/${studio.slug}`)
    for (const path of [...pages.client, `/projects/${project_id}`])
      await expectSoundScreen(page, `/${studio.slug}${path}`)
    await lookAtDialogs(page, fixture)

    const crew = await aBrowser()
    await enter(crew, (await aCrewMember(server, fixture)).email, '/staff')
    for (const path of pages.crew) await expectSoundScreen(crew, path)
    const desk = await aBrowser()
    await enter(desk, admin.email, '/studio')
    for (const path of pages.admin) await expectSoundScreen(desk, path)
  })
}

const pairs = [
  { heading: 'Playfair Display', body: 'DM Sans' },
  { heading: 'Oswald', body: 'Manrope' },
  { heading: 'Space Grotesk', body: 'Lora' },
  { heading: 'JetBrains Mono', body: 'Inter' },
]

test("nothing moves when the brand's fonts have loaded", async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudioByApi(server)
  for (const fonts of pairs) {
    await admin.patch(`/studios/${studio.id}`, {
      name: 'Northern Tape',
      fonts,
      tagline: 'Rooms that listen, and people who do so too',
    })
    const page = await aBrowser(narrow)
    const shown = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await shown.promise
      await route.continue()
    })
    const moved = await watchShift(page)
    await page.goto(`/${studio.slug}/auth/login`, { waitUntil: 'commit' })
    await expect(page.getByLabel('Email')).toBeEnabled()
    // Inter has two files for the same letters, one of which is loaded.
    const isThere = (name: string) =>
      page.evaluate(
        (family) => [...document.fonts].some((face) => face.family === family && face.status === 'loaded'),
        `${name} Variable`,
      )
    expect(await isThere(fonts.body), 'the fonts are on their way').toBe(false)
    shown.resolve()
    for (const font of [fonts.heading, fonts.body]) await expect.poll(() => isThere(font)).toBe(true)
    expect(await moved(), `${fonts.heading} over ${fonts.body}`).toBeLessThan(0.005)
  }
})
