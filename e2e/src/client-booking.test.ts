import type { Page } from '@playwright/test'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import type { TestUser } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import {
  anEmail,
  aStudioByApi,
  choose,
  chooseDay,
  expect,
  signIn,
  signInAt,
  signUp,
  test,
  timeToChoose,
  toast,
  variant,
} from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const phone = { width: 390, height: 844 }

async function open(page: Page, person: TestUser, slug: string) {
  await signInAt(page, person.email, `/${slug}/bookings`)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
}

async function setPrices(admin: TestUser, studio_id: string, price_minor = 12_050) {
  const { body } = await admin.get(`/studios/${studio_id}/services?limit=100`)
  const items = body.items.map(({ position, ...service }: Record<string, unknown>) =>
    service.key === 'recording' ? { ...service, price_minor, currency: 'EUR' } : service,
  )
  const response = await admin.put(`/studios/${studio_id}/services`, { items })
  expect(response.status).toBe(200)
}

const service = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Book a session' }).getByRole('button', { name })
const sessions = (page: Page) => page.getByRole('region', { name: 'Your sessions' })

test('on a phone a session is booked in three taps, with its price shown', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await setPrices(admin, studio.id)
  const contacts = { location: 'Keizersgracht 1, Amsterdam', contact_phone: '+31 20 555 0100' }
  expect((await admin.patch(`/studios/${studio.id}`, contacts)).status).toBe(200)
  const page = await aBrowser(phone)
  await open(page, client, studio.slug)
  await expect(service(page, 'Recording Session')).toContainText('€120.50')
  await expectNoAxeViolations(page)
  await service(page, 'Recording Session').click()
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  const first = dialog.getByRole('radio', { name: /^\d\d:\d\d$/ }).first()
  await choose(first)
  const time = (await first.getAttribute('aria-label')) ?? ''
  await expect(dialog).toContainText('€120.50')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  // The page says what was booked, where, when, for how much, until when it can be cancelled, and what happens next.
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { name: 'Your request was sent', level: 1 })
  await expect(heading).toBeInViewport()
  for (const text of [
    'Recording Session',
    `${time} – `,
    'Studio A',
    'Keizersgracht 1, Amsterdam',
    '€120.50',
    '+31 20 555 0100',
  ])
    await expect(main).toContainText(text)
  await expect(main).toContainText(/Free cancellation until|too late to cancel/i)
  await expect(main).toContainText(`${studio.name} answers by`)
  await expect(main.getByRole('link', { name: 'Get directions' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.ics$/)
  await expectNoAxeViolations(page)
  await main.getByRole('link', { name: 'Your bookings' }).click()
  await expect(sessions(page).getByRole('listitem')).toContainText('Pending')
})

test('a changed price is shown before anything is booked', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await setPrices(admin, studio.id)
  const page = await aBrowser(phone)
  // This page must not get the event about the new price.
  await page.route('**/api/v1/events*', (route) => route.abort())
  await open(page, client, studio.slug)
  await service(page, 'Recording Session').click()
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await choose(dialog.getByRole('radio', { name: /^\d\d:\d\d$/ }).first())
  await setPrices(admin, studio.id, 13_000)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The price of this service is now €130. Check it, then book again.',
  )
  await expect(dialog.getByText('€130', { exact: true })).toBeVisible()
  await expect(sessions(page).getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
})

test('if another person has just taken the time, the typed text stays and the nearest times are offered', async ({
  aBrowser,
  server,
}) => {
  const { studio, client, other } = await aStudioByApi(server)
  const day = inDays(9)
  const page = await aBrowser(phone)
  // This page must not get the event about the other booking, so that it requests a taken time.
  await page.route('**/api/v1/events*', (route) => route.abort())
  await open(page, client, studio.slug)
  await service(page, 'Mixing Session').click()
  await chooseDay(page, day)
  await choose(timeToChoose(page, '10:00'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notes').fill('Upright piano')
  await aBooking(other, studio.id, day, { booking_date: day })
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'No room is free at this time.')).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Upright piano')
  const conflictAlert = dialog.getByRole('alert')
  await expect(conflictAlert).toContainText('The nearest free times')
  await expectNoAxeViolations(page)
  await page.reload()
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Upright piano')
  await expect(conflictAlert).toContainText('10:00 is no longer free.')
  await conflictAlert.getByRole('button', { name: /12:00/ }).click()
  await expect(timeToChoose(page, '12:00')).toBeChecked()
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('main')).toContainText('12:00 – 14:00')
})

test('a reload of a link with a time keeps the typed text', variant, async ({ aBrowser, server }) => {
  const { studio, client } = await aStudioByApi(server)
  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}/bookings?book=recording&day=${inDays(9)}&time=10:00`)
  const notes = page.getByRole('dialog').getByLabel('Notes')
  await notes.fill('Upright piano')
  await page.reload()
  await expect(notes).toHaveValue('Upright piano')
  await expect(timeToChoose(page, '10:00')).toBeChecked()
})

test(
  'another time that is chosen while the booking is sent does not stop its confirmation',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, client } = await aStudioByApi(server)
    const page = await aBrowser(phone)
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/v1/studios/*/bookings', async (route) => {
      if (route.request().method() === 'POST') await gate.promise
      await route.continue()
    })
    await signInAt(page, client.email, `/${studio.slug}/bookings?book=recording&day=${inDays(9)}&time=10:00`)
    await expect(timeToChoose(page, '10:00')).toBeChecked()
    await page.getByRole('button', { name: 'Create Booking' }).click()
    await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
    await choose(timeToChoose(page, '14:00'))
    gate.resolve()
    await expect(page.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('10:00 – 12:00')
  },
)

test('a time disappears from the page as soon as another person books it', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client, other } = await aStudioByApi(server)
  const day = inDays(9)
  const page = await aBrowser()
  await open(page, client, studio.slug)
  await service(page, 'Rehearsal').click()
  await chooseDay(page, day)
  await expect(timeToChoose(page, '10:00')).toBeVisible()
  await aBooking(other, studio.id, day, { booking_date: day, notes: 'Nobody else may read this' })
  await expect(timeToChoose(page, '10:00')).toHaveCount(0)
  await expect(page.getByText('Nobody else may read this')).toHaveCount(0)

  await admin.put(`/studios/${studio.id}/services`, { items: [] })
  await page.goto(`/${studio.slug}/bookings?book=rehearsal`)
  await expect(page.getByText('Online booking is not available here. Please contact the studio.')).toBeVisible()
  await expect(page.getByText('Sessions that are booked for you appear here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Booking' })).toBeDisabled()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search people, bookings, projects and actions' }).fill('New Booking')
  await page.getByRole('option', { name: 'New Booking' }).click()
  await expect(page.getByText('Online booking is not available here. Please contact the studio.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a change of a confirmed session is requested, withdrawn and approved; one session is cancelled; one is too late', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server, { timezone: zoneByDay() })
  await admin.patch(`/studios/${studio.id}`, { contact_phone: '+31 10 555 0123' })
  const soon = { booking_date: dateByDay(1), start_time: '00:30', end_time: '01:30', client_id: client.id }
  await aBooking(admin, studio.id, dateByDay(1), soon)
  const later = await aBooking(client, studio.id, dateByDay(9), { booking_date: dateByDay(9) })
  await confirmAsSeen(admin, later.id)
  const page = await aBrowser(phone)
  await open(page, client, studio.slug)
  const rows = sessions(page).getByRole('listitem')

  await rows.filter({ hasText: '00:30' }).getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(details).toContainText(/It is too late to cancel this online: the deadline was \w+, \w+ \d+, 00:30/)
  await expect(details.getByRole('link', { name: '+31 10 555 0123' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await rows.filter({ hasText: '10:00' }).getByRole('button').click()
  await details.getByRole('button', { name: 'Move', exact: true }).click()
  const move = page.getByRole('dialog', { name: 'Move Booking' })
  await expect(move).toContainText('Until then your session keeps its current time.')
  await expectNoAxeViolations(page)
  // The reservation of the session itself does not make a time taken.
  await choose(timeToChoose(page, '11:00'))
  await move.getByRole('button', { name: 'Move Booking' }).click()
  await expect(toast(page, 'Change requested')).toContainText('The studio has to approve the new time.')
  const request = details.getByRole('region', { name: 'Change request' })
  await expect(request).toContainText('11:00 – 13:00, waiting for the studio')
  await expect(details).toContainText('10:00 – 12:00')
  await expect(details).toContainText('Confirmed')
  await expectNoAxeViolations(page)
  await request.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(request).toHaveCount(0)

  await client.patch(`/bookings/${later.id}`, { start_time: '11:00', end_time: '13:00' })
  await expect(request).toBeVisible()
  const desk = await aBrowser()
  // The calendar shows the reserved time next to the session, and it cannot be dragged.
  await signInAt(desk, admin.email, `/studio/bookings?view=day&date=${later.booking_date}`)
  await expect(desk.getByRole('button', { name: /10:00 – 12:00.*Confirmed, change requested/ })).toBeVisible()
  const heldBlock = desk.getByRole('button', { name: /11:00 – 13:00.*Change requested/ })
  await expect(heldBlock.locator('[data-edge]')).toHaveCount(0)
  await heldBlock.click()
  await expect(desk.getByRole('dialog').getByRole('button', { name: /^Approve the change/ })).toBeVisible()
  await desk.goto('/studio/bookings?tab=list&show=pending')
  await expect(desk.getByRole('row').filter({ hasText: 'Change requested' })).toContainText('11:00 – 13:00')
  await desk.getByRole('button', { name: /^Approve the change to .*11:00 – 13:00/ }).click()
  await expect(toast(desk, 'Change approved')).toBeVisible()
  await expect(request).toHaveCount(0)
  await expect(details).toContainText('11:00 – 13:00')

  await details.getByRole('button', { name: 'Cancel' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel Booking' })
  await expect(ask).toContainText('Are you sure you want to cancel this booking? This action cannot be undone.')
  await ask.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()
  // The key works in the details, so the dialog must be closed first.
  await expect(ask).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(rows).toContainText('Cancelled')
})

test('the details of the next session stay open when it is cancelled', variant, async ({ aBrowser, server }) => {
  const { studio, client } = await aStudioByApi(server)
  for (const day of [inDays(9), inDays(10)]) await aBooking(client, studio.id, day, { booking_date: day, notes: day })
  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}`)
  await page.getByRole('button', { name: 'Details, move or cancel' }).click()
  const details = page.getByRole('dialog', { name: 'Recording Session' })
  await details.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Cancel Booking' }).getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()
  await expect(details).toContainText('Cancelled')
  await expect(details).toContainText(inDays(9))
  await expect(details.getByRole('button', { name: 'Move', exact: true })).toHaveCount(0)
})

test('a visitor chooses a time, signs up with it and books it with one tap', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await setPrices(admin, studio.id)
  await admin.patch(`/studios/${studio.id}`, { visitors_can_book: false })
  const page = await aBrowser(phone)
  await page.goto(`/s/${studio.slug}/book`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a session')
  await expect(page.getByRole('link', { name: `Back to ${studio.name}` })).toBeVisible()
  await expectNoAxeViolations(page)
  const offered = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Recording Session' })
  await expect(offered).toContainText('€120.50')
  await offered.getByRole('link').click()
  await page.getByRole('link', { name: 'Change the service' }).click()
  // Inside the app the list is the app's own.
  await offered.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a time')
  await chooseDay(page, inDays(9))
  await choose(timeToChoose(page, '10:30'))
  const choice = page.getByRole('region', { name: 'Your choice' })
  await expect(choice).toContainText('10:30 – 12:30')
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(timeToChoose(page, '10:30')).toBeChecked()
  await choice.getByRole('link', { name: 'Sign up to book' }).click()
  await expect(page.getByRole('heading', { name: `Join ${studio.name}` })).toBeVisible()
  await signUp(page, { full_name: 'Nina New', email: anEmail('nina') })
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(timeToChoose(page, '10:30')).toBeChecked()
  // The client sees what they are about to book.
  await expect(dialog).toContainText(/Recording Session, [^,]+, [^,]+, 10:30 – 12:30\s*€120.50/)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('10:30 – 12:30')
  // The form that the address had opened does not open again.
  await page.goBack()
  await expect(page).not.toHaveURL(/booked=/)
  await expect(page.getByRole('dialog', { name: 'Create New Booking' })).toBeHidden()
})

test(
  'a visitor without an account takes the chosen time to the form with name and email',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const page = await aBrowser(phone)
    await admin.patch(`/studios/${studio.id}`, { location: 'Kanalstraat 12' })
    await page.goto(`/${studio.slug}/book/recording?day=${inDays(9)}&time=10:30`)
    const choice = page.getByRole('region', { name: 'Your choice' })
    const facts = page.getByText('In Studio A · Kanalstraat 12')
    await expect(facts).toBeVisible()
    await expect(page.getByText(/^Free cancellation until /).filter({ visible: true })).toBeVisible()
    await facts.click()
    await expect(page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', /Kanalstraat/)
    const days = page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio')
    await expect(days).toHaveCount(14)
    await page.getByRole('button', { name: 'Show the whole month' }).click()
    await expect(days).toHaveCount(28)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Show two weeks' }).click()
    await expect(days).toHaveCount(14)
    const promise = 'We hold the time for 15 minutes and email you a link to confirm it.'
    await expect(choice).toContainText(promise)
    await expectNoAxeViolations(page)
    await choice.getByRole('link', { name: 'Book this time' }).click()
    await expect(page).toHaveURL(new RegExp(`/s/${studio.slug}\\?service=recording`))
    const form = page.getByRole('form', { name: 'Book a session' })
    await expect(form.getByRole('radio', { name: '10:30' })).toBeChecked()
    await expect(form).toContainText(promise)
  },
)

test(
  'the chosen time is restored after approval, on any device, and only once',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { approve_new_clients: true, visitors_can_book: false })
    const page = await aBrowser(phone)
    await page.goto(`/${studio.slug}/book/recording?day=${inDays(9)}&time=10:30`)
    await page.getByRole('link', { name: 'Sign up to book' }).click()
    const email = anEmail('nina')
    await signUp(page, { full_name: 'Nina New', email })
    await expect(page.getByRole('heading', { name: 'Approval Pending' })).toBeVisible()
    const { body } = await admin.get(`/studios/${studio.id}/role-requests`)
    await admin.post(`/role-requests/${body.items[0].id}/approve`)

    const another = await aBrowser()
    await another.goto(`/${studio.slug}/auth/login`)
    const forgotten = another.waitForResponse(
      (response) => response.url().endsWith('/auth/v1/user') && response.request().method() === 'PUT',
    )
    await signIn(another, email)
    await expect(another.getByRole('dialog', { name: 'Create New Booking' })).toBeVisible()
    await expect(timeToChoose(another, '10:30')).toBeChecked()
    expect((await forgotten).status()).toBe(200)
    const later = await aBrowser()
    await later.goto(`/${studio.slug}/auth/login`)
    await signIn(later, email)
    await expect(later).toHaveURL(new RegExp(`/${studio.slug}$`))
  },
)

test('a service that is not offered links to the offered ones', variant, async ({ aBrowser, server }) => {
  const { studio } = await aStudioByApi(server)
  const page = await aBrowser(phone)
  await page.goto(`/${studio.slug}/book/juggling`)
  await expect(page.getByRole('link', { name: 'Recording Session' })).toBeVisible()
  await expect(page).toHaveURL(`/${studio.slug}/book`)
})

test('without free times nothing is offered, and no link opens the form', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const rooms = (await admin.get(`/studios/${studio.id}/resources`)).body.items
  for (const { id } of rooms) await admin.patch(`/resources/${id}`, { is_active: false })
  const page = await aBrowser(phone)
  await page.goto(`/${studio.slug}/book/recording`)
  await expect(page).toHaveURL(`/${studio.slug}/book`)
  await expect(page.getByRole('main')).toContainText('Online booking is not available here. Please contact the studio.')
  await signInAt(page, client.email, `/${studio.slug}/bookings?book=recording`)
  await expect(page.getByText('Online booking is not available here. Please contact the studio.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Booking' })).toBeDisabled()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the public page has its content before any script, and a closed studio does not look open', async ({
  browser,
  server,
}) => {
  const { studio, admin } = await aStudioByApi(server)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const address = `${server.url}/${studio.slug}/book`
  await page.goto(address)
  await expect(page).toHaveTitle(`Book a session - ${studio.name}`)
  const service = page.getByRole('main').getByRole('link', { name: 'Recording Session' })
  await expect(service).toHaveAttribute('href', `/${studio.slug}/book/recording`)
  await expect(page.locator('script[src]:not([src*="/site-prefetch-"])')).toHaveCount(0)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Recording Session/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/${studio.slug}/book$`))
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
  await admin.put(`/studios/${studio.id}/services`, { items: [] })
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('Online booking is not available here. Please contact the studio.')
  await expect(page.getByRole('main').getByRole('list')).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await admin.patch(`/studios/${studio.id}`, { is_active: false })
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('This studio is not accepting new bookings at the moment.')
  await expect(page.getByRole('main')).not.toContainText('Nothing can be booked')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  expect((await page.goto(`${server.url}/no-such-studio-anywhere/book`))?.status()).toBe(404)
  await context.close()
})
