import type { Locator, Page } from '@playwright/test'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aCrewMember, type StudioOfTest } from '@studiohub/testing/people.ts'
import { expectAccessibleScreen } from './accessible-screen.ts'
import { expectNoAxeViolations, phoneSize } from './axe.ts'
import { aStudioByApi, choose, expect, signInAt, test, timeToChoose, variant, variantIf } from './fixtures.ts'
import { measureLayoutShift } from './shift.ts'

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

/** Pages for visitors, for a client, and for people who work at the studio. The last ones show only the logo, except the preview. */
const pages = {
  visitor: ['/auth/login', '/auth/signup', '/auth/forgot-password', '/auth/reset-password', '/book', '/nothing/here'],
  client: ['', '/bookings', '/projects', '/board'],
  crew: ['/staff'],
  admin: ['/studio', '/studio/settings?tab=branding'],
}

async function aBrandedStudio(server: { url: string }, brand: (typeof brands)[keyof typeof brands]) {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const update = await admin.patch(`/studios/${studio.id}`, { ...brand, tagline: 'As we like it' })
  expect(update.status).toBe(200)
  for (const [days, action] of [
    [8, 'confirm'],
    [9, 'cancel'],
    [10, null],
  ] as const) {
    const { id } = await aBooking(client, studio.id, inDays(0), { booking_date: inDays(days) })
    if (action === 'confirm') expect((await confirmAsSeen(admin, id)).status).toBe(200)
    if (action === 'cancel') expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
  }
  const project = (await client.post('/projects', { title: 'Night Drive', project_type: 'music' })).body
  for (const priority of ['low', 'medium', 'high'])
    await client.post('/cards', { project_id: project.id, title: `Of ${priority} priority`, priority })
  return { ...fixture, project_id: String(project.id) }
}

/** Opens an overlay, runs `continueIn` in it, checks it and closes it. */
async function checkOverlay(
  page: Page,
  button: Locator,
  title: string,
  continueIn?: (dialog: Locator) => Promise<void>,
) {
  await button.click()
  const dialog = page.getByRole('dialog', { name: title }).last()
  await expect(dialog).toBeVisible()
  await continueIn?.(dialog)
  await expectNoAxeViolations(page, title)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function checkDialogs(page: Page, { studio }: StudioOfTest) {
  const buttonNamed = (name: string) => page.getByRole('button', { name, exact: true })
  await page.setViewportSize(phoneSize)
  await page.goto(`/${studio.slug}/bookings`)
  const sessions = page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem')
  const services = page.getByRole('region', { name: 'Book a session' })
  await checkOverlay(page, services.getByRole('button', { name: 'Mixing Session' }), 'Create New Booking', (dialog) =>
    choose(dialog.getByRole('radio', { name: /^\d\d:\d\d$/ }).first()),
  )
  const details = sessions.filter({ hasText: 'Confirmed' }).getByRole('button')
  await checkOverlay(page, details, 'Recording Session', (dialog) =>
    checkOverlay(page, dialog.getByRole('button', { name: 'Cancel session' }), 'Cancel Booking'),
  )
  await page.goto(`/${studio.slug}/projects`)
  await checkOverlay(page, buttonNamed('New Project'), 'New Project', async (dialog) => {
    await dialog.getByLabel('Title').press('Enter')
    await expect(dialog.getByText('Title is required')).toBeVisible()
  })
  await page.goto(`/${studio.slug}/board`)
  await checkOverlay(page, buttonNamed('Create Card'), 'Create Card')
  await checkOverlay(page, buttonNamed('Of high priority'), 'Of high priority')
  await checkOverlay(page, buttonNamed('Chat with Stu'), 'Chat with Stu')
}

for (const [name, brand] of Object.entries(brands)) {
  test(
    `a brand that is ${name} is readable on all of the studio's pages`,
    variantIf(name.startsWith('dark')),
    async ({ aBrowser, server }) => {
      test.slow()
      const fixture = await aBrandedStudio(server, brand)
      const { studio, admin, client, project_id } = fixture
      const visitor = await aBrowser()
      for (const path of pages.visitor) await expectAccessibleScreen(visitor, `/${studio.slug}${path}`)
      await visitor.goto(`/${studio.slug}/book/recording?day=${inDays(8)}`)
      await choose(timeToChoose(visitor, '13:00'))
      await expectNoAxeViolations(visitor)

      const page = await aBrowser()
      await signInAt(page, client.email, `/${studio.slug}`)
      for (const path of [...pages.client, `/projects/${project_id}`])
        await expectAccessibleScreen(page, `/${studio.slug}${path}`)
      await checkDialogs(page, fixture)

      const crew = await aBrowser()
      await signInAt(crew, (await aCrewMember(server, fixture)).email, '/staff')
      for (const path of pages.crew) await expectAccessibleScreen(crew, path)
      const desk = await aBrowser()
      await signInAt(desk, admin.email, '/studio')
      for (const path of pages.admin) await expectAccessibleScreen(desk, path)
    },
  )
}

const pairs = [
  { heading: 'Playfair Display', body: 'DM Sans' },
  { heading: 'Oswald', body: 'Manrope' },
  { heading: 'Space Grotesk', body: 'Lora' },
  { heading: 'JetBrains Mono', body: 'Inter' },
]

test("nothing moves when the brand's fonts have loaded", variant, async ({ aBrowser, server }) => {
  test.slow()
  const { admin, studio } = await aStudioByApi(server)
  for (const fonts of pairs) {
    await admin.patch(`/studios/${studio.id}`, {
      name: 'Northern Tape',
      fonts,
      tagline: 'Rooms that listen, and people who do so too',
    })
    const page = await aBrowser(phoneSize)
    // A slow phone paints a page in several steps.
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const fontsAllowed = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await fontsAllowed.promise
      await route.continue()
    })
    const shiftSum = await measureLayoutShift(page)
    await page.goto(`/${studio.slug}/auth/login`, { waitUntil: 'commit' })
    // Six times slower than a machine that may be busy.
    await expect(page.getByLabel('Email')).toBeEnabled({ timeout: 120_000 })
    // Inter has two files for the same letters, one of which is loaded.
    const isThere = (name: string) =>
      page.evaluate(
        (family) => [...document.fonts].some((brand) => brand.family === family && brand.status === 'loaded'),
        `${name} Variable`,
      )
    expect(await isThere(fonts.body), 'the fonts are on their way').toBe(false)
    fontsAllowed.resolve()
    for (const font of [fonts.heading, fonts.body]) await expect.poll(() => isThere(font)).toBe(true)
    expect(await shiftSum(), `${fonts.heading} over ${fonts.body}`).toBeLessThan(0.005)
  }
})
