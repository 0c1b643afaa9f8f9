import type { Page } from '@playwright/test'
import { urlOfRunning } from '@studiohub/server/platform/db/embedded/open.ts'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { expireRequest } from '@studiohub/testing/expiry.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import {
  anEmail,
  choose,
  chooseDay,
  expect,
  linkIn,
  outbox,
  PASSWORD,
  signInAt,
  test,
  timeToChoose,
  toast,
  variantIf,
} from './fixtures.ts'

// The studio is in a time zone with daylight, so that no step runs past midnight.
const timezone = zoneByDay()
const inDays = dateByDay
const allDay = { booking_date: inDays(0), start_time: '00:00', end_time: '23:59' }

const LINES = 200
const INVALID_LINES = 12

/** Two hundred lines of a client list as another program exports it; twelve of them cannot be imported. */
function aClientList(knownClient: { email: string }): string {
  const validLine = (nth: number) => `Client ${nth};${anEmail(`c${nth}`)};+31 6 ${10_000_000 + nth}`
  const invalidLines = [
    ';nobody@example.com;',
    'No Address;not an address;',
    'Half an Address;half@;',
    '   ;spaces@example.com;',
    'Two Ats;a@@example.com;',
    ';;+31 6 1',
    'Dot Only;.;',
    'Spaces;a b@example.com;',
    'No Host;host@;',
    'No User;@example.com;',
    'Again;imke@example.com;',
    'Again too;IMKE@example.com;',
  ]
  const people = Array.from({ length: LINES - INVALID_LINES - 2 }, (_, nth) => validLine(nth))
  const knownLines = [`Imke Import;${knownClient.email};+31 6 555`, 'Imke Imke;imke@example.com;']
  return ['Name;E-Mail;Mobile', ...knownLines, ...people, ...invalidLines].join('\n')
}

/** Three rooms, and a service by the hour that costs less in one room and more in the evening. */
async function addRoomsAndPrices({ admin, studio }: StudioOfTest) {
  const rooms = []
  for (const name of ['Cellar', 'Vocal booth']) {
    const { body } = await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name })
    rooms.push(body)
  }
  const { items } = (await admin.get(`/studios/${studio.id}/services`)).body
  const evening = { label: 'Evening', weekdays: [0, 1, 2, 3, 4, 5, 6], from: '18:00', to: '22:00' }
  const pricing = {
    unit: 'hour',
    rooms: [{ room_id: rooms[0].id, price_minor: 4_000 }],
    rules: [{ ...evening, percent: 50, price_minor: null }],
    packages: [],
    add_ons: [{ key: 'engineer', label: 'Engineer', price_minor: 2_000, unit: 'hour', max_quantity: 1 }],
  }
  const priced = items.map(({ position, ...service }: Record<string, unknown>) =>
    service.key === 'recording'
      ? { ...service, price_minor: 6_000, min_minutes: 60, max_minutes: 600, pricing }
      : service,
  )
  const saved = await admin.put(`/studios/${studio.id}/services`, { items: priced })
  expect(saved.status, saved.text).toBe(200)
  return rooms
}

async function importClients(page: Page, list: string) {
  await page.goto('/studio/clients')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
  await page.getByLabel('CSV file').setInputFiles(file)
  const numbers = page.getByLabel('Summary of the import')
  await expect(numbers).toContainText(
    `Lines${LINES}New clients${LINES - INVALID_LINES}Already exist0Problems${INVALID_LINES}`,
  )
  await page.getByRole('button', { name: `Import ${LINES - INVALID_LINES} clients`, exact: true }).click()
  await expect(toast(page, `${LINES - INVALID_LINES} clients added`)).toBeVisible()
}

/** A new client calls. The desk types the name, reads out the price and books the session. */
async function takePhoneCall(page: Page) {
  await page.goto('/studio/bookings')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await form.getByRole('combobox', { name: 'Client' }).fill('Paula Phone')
  await form.getByRole('option', { name: 'Add “Paula Phone” as a new client' }).click()
  await form.getByLabel('Phone of the client').fill('+31 6 12345678')
  await form.getByLabel('Booking date').fill(inDays(3))
  await form.getByLabel('Start time').fill('17:00')
  await form.getByLabel('End time').fill('20:00')
  await form.getByLabel('Service').selectOption({ label: 'Recording Session' })
  await form.getByLabel('Room').selectOption({ label: 'Studio A' })
  await form.getByLabel('Engineer').selectOption('1')
  // One hour at 60, two in the evening at 90, three of the engineer at 20.
  await expect(form.getByLabel('Price', { exact: true })).toContainText('$300')
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
}

/** The session from the phone call moves to the morning, which is cheaper. */
async function moveToMorning(page: Page) {
  await page.goto(`/studio/bookings?view=day&date=${inDays(3)}`)
  await page
    .getByRole('button', { name: /Paula Phone/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Recording Session' })
  await drawer.getByRole('button', { name: 'Reschedule or edit' }).click()
  const change = page.getByRole('dialog', { name: 'Change Booking' })
  await change.getByLabel('Start time').fill('10:00')
  await change.getByLabel('End time').fill('13:00')
  await expect(change.getByLabel('Price', { exact: true })).toContainText('$60 less than now ($300)')
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(drawer).toContainText('$240')
}

/** A client chooses a free time on the phone. @returns the id of the request */
async function request(phone: Page, { admin, studio }: StudioOfTest, at: { day: string; time: string }) {
  await phone.goto(`/${studio.slug}/bookings`)
  await phone.getByRole('button', { name: /Recording Session.*from \$40 per hour/ }).click()
  await chooseDay(phone, at.day)
  await choose(timeToChoose(phone, at.time))
  await phone.getByRole('dialog').getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(phone, 'Booking created successfully')).toBeVisible()
  const { body } = await admin.get(`/studios/${studio.id}/bookings?from=${at.day}&to=${at.day}&status=pending`)
  return body.items[0].id as string
}

/** A person without an account books on the studio's public page, by name and email. */
async function bookAsVisitor(phone: Page, slug: string) {
  const email = anEmail('vera')
  await phone.goto(`/s/${slug}`)
  await phone.getByRole('group', { name: 'Time' }).getByRole('radio').last().check()
  await phone.getByLabel('Name').fill('Vera Visitor')
  await phone.getByLabel('Email').fill(email)
  await phone.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { text } = await nextMail({ outbox }, email, 'Confirm your session')
  await phone.goto(linkIn(text))
  await phone.getByRole('button', { name: 'Confirm the session' }).click()
  await expect(phone.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()
}

for (const { size, viewport } of [
  { size: 'a screen', viewport: { width: 1440, height: 900 } },
  { size: 'a phone', viewport: { width: 390, height: 844 } },
]) {
  test(
    `a studio with three rooms works through a Monday, with the desk on ${size}`,
    variantIf(size === 'a phone'),
    async ({ aBrowser, server }) => {
      test.slow()
      const fixture = await aStudio(server, { name: 'Monday Studio', timezone })
      const { admin, client, studio } = fixture
      const [cellar] = await addRoomsAndPrices(fixture)
      await proveAddress(server, admin)
      const crew = await aCrewMember(server, fixture)
      const imke = { email: anEmail('imke') }

      // The owner imports the clients and moves a crew member to the desk.
      const owner = await aBrowser()
      await signInAt(owner, admin.email, '/studio')
      await importClients(owner, aClientList(imke))
      await owner.goto('/studio/staff')
      await owner.getByRole('button', { name: 'More actions for Sam Crew' }).click()
      await owner.getByRole('menuitem', { name: 'Add Sam Crew to the desk' }).click()
      await expect(toast(owner, 'Now works at the desk')).toBeVisible()

      // The desk answers a call.
      const desk = await aBrowser(viewport)
      await signInAt(desk, crew.email, '/auth/callback')
      await expect(desk).toHaveURL(/\/studio$/)
      await takePhoneCall(desk)
      await moveToMorning(desk)

      // A visitor requests a time on the public page, and the desk confirms it from its home page.
      await bookAsVisitor(await aBrowser({ width: 390, height: 844 }), studio.slug)
      await desk.goto('/studio')
      await desk
        .getByRole('button', { name: /^Confirm / })
        .first()
        .click()
      await expect(toast(desk, 'Booking confirmed')).toBeVisible()

      // A client's request gets no answer: it expires, and the client is offered the nearest free times.
      const phone = await aBrowser({ width: 390, height: 844 })
      await signInAt(phone, client.email, `/${studio.slug}/bookings`)
      const unanswered = await request(phone, fixture, { day: inDays(6), time: '14:00' })
      await expireRequest(urlOfRunning(process.env.E2E_DATA_DIR ?? '') ?? '', unanswered)
      await phone.goto(`/${studio.slug}/bookings?tab=past`)
      await expect(phone.getByRole('tabpanel').getByText('Cancelled', { exact: true })).toBeVisible()
      const email = await nextMail({ outbox }, client.email, 'has expired')
      expect(email.text).toMatch(new RegExp(`/${studio.slug}/\\S*time=14%3A00`))

      // The desk writes, the client answers, and both read it without a reload.
      const { items } = (await admin.get(`/studios/${studio.id}/clients?search=cleo`)).body
      await desk.goto(`/studio/messages?client=${items[0].id}`)
      await desk.getByLabel('Message to Cleo Client').fill('The piano is tuned.')
      await desk.getByRole('button', { name: 'Send' }).click()
      await phone.goto(`/${studio.slug}/messages`)
      await expect(phone.getByText('The piano is tuned.')).toBeVisible()
      await phone.getByLabel(`Message to ${studio.name}`).fill('See you then.')
      await phone.getByRole('button', { name: 'Send' }).click()
      await expect(desk.getByRole('log').getByText('See you then.')).toBeVisible()

      // The client of the day arrives.
      await admin.post(`/studios/${studio.id}/bookings`, {
        ...allDay,
        client_id: client.id,
        service_type: 'mixing',
        booking_type: 'client_booking',
      })
      await desk.goto('/studio/checkins')
      await desk.getByRole('button', { name: 'Check in Cleo Client' }).click()
      await expect(toast(desk, 'Client checked in successfully')).toBeVisible()

      // An imported client is invited, signs up and finds her sessions: one of today and a future one.
      const matches = (await admin.get(`/studios/${studio.id}/clients?search=imke%20import`)).body.items
      const past = { booking_date: inDays(0), start_time: '01:00', end_time: '02:00', service_type: 'mastering' }
      await aBooking(admin, studio.id, inDays(0), { client_id: matches[0].id, ...past, room_id: cellar.id })
      await aBooking(admin, studio.id, inDays(0), { client_id: matches[0].id, booking_date: inDays(7) })
      await admin.post(`/studios/${studio.id}/client-invitations`, { client_ids: [matches[0].id] })
      const { text } = await nextMail({ outbox }, imke.email, 'invites you to see your sessions')
      const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
      const guest = await aBrowser({ width: 390, height: 844 })
      await guest.goto(`/${studio.slug}/auth/signup?invitation=${token}`)
      await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await guest.getByRole('button', { name: 'Sign up', exact: true }).click()
      await expect(guest).toHaveURL(new RegExp(`/${studio.slug}$`))
      await guest.goto(`/${studio.slug}/bookings`)
      const sessions = guest.getByRole('region', { name: 'Your sessions' }).getByRole('listitem')
      await expect(sessions).toHaveCount(1)
      await guest.getByRole('tab', { name: 'Past' }).click()
      await expect(sessions).toContainText('Mastering')
    },
  )
}
