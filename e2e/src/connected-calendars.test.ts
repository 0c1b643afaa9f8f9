import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { CALDAV_PASSWORD, CALDAV_USER } from '@studiohub/testing/caldav-client.ts'
import { aCalDavServer } from '@studiohub/testing/caldav-server.ts'
import { aCalendarServer, aCalendarText } from '@studiohub/testing/calendar-server.ts'
import { aGoogle } from '@studiohub/testing/google-server.ts'
import { aCrewMember, aDeskPerson, findCrewMember } from '@studiohub/testing/people.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test('a crew member connects a calendar, and clients are no longer offered its times', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const path = `/studios/${studio.id}`
  const crew = await aCrewMember(server, { studio, admin })
  const person = { kind: 'person', name: 'Sam', user_id: crew.id }
  const engineer = (await admin.post(`${path}/resources`, person)).body.id
  const { items } = (await admin.get(`${path}/services`)).body
  const services = items.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, person_ids: [engineer] } : service,
  )
  await admin.put(`${path}/services`, { items: services })
  const isFreeAt = async (time: string) => {
    const { body } = await client.get(`${path}/availability?date=${day}&service=recording&minutes=60`)
    return body.days[0].free.includes(time)
  }
  expect(await isFreeAt('13:00')).toBe(true)

  const outside = await aCalendarServer()
  const hours = { starts_at: `${day}T00:00:00Z`, ends_at: `${day}T23:59:00Z` }
  outside.fixedResponse.text = aCalendarText([{ ...hours, title: 'Canary wedding' }])
  const page = await aBrowser()
  await signInAt(page, crew.email, '/profile?tab=calendar')
  await page.getByRole('button', { name: 'Connect a calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a calendar' })
  await dialog.getByLabel('Name').fill('Private')
  await dialog.getByLabel('Address').fill('ftp://calendar.example')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Address').fill(outside.url)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(toast(page, 'Calendar connected')).toBeVisible()
  const list = page.getByRole('list', { name: 'Connected calendars' })
  await expect(list).toContainText('1 upcoming busy time')
  await expect(list).toContainText(outside.host)
  await expectNoAxeViolations(page)
  expect(await isFreeAt('13:00')).toBe(false)

  const office = await aBrowser()
  await signInAt(office, admin.email, `/studio/bookings?view=day&date=${day}`)
  await expect(office.getByRole('list', { name: 'Busy (calendar)' })).toContainText('Sam Busy (calendar)')
  await expect(office.getByText('Canary wedding')).toHaveCount(0)

  outside.fixedResponse.status = 500
  await list.getByRole('button', { name: 'Read Private now' }).click()
  await expect(list).toContainText('The busy times that we read last still block time.')
  await list.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No calendar is connected.')).toBeVisible()
  expect(await isFreeAt('13:00')).toBe(true)
  outside.stop()
})

test(
  'the desk connects a calendar account to a room, which blocks its times, and decides about moved sessions',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server, { timezone: 'UTC' })
    const outside = await aCalDavServer()
    const event = { uid: 'one', starts_at: `${day}T15:00:00Z`, ends_at: `${day}T17:00:00Z`, title: 'Canary wedding' }
    await outside.put('private', 'one', aCalendarText([event]))
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/settings?tab=calendar')
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'By account' }).click()
    await dialog.getByLabel('Server').fill(outside.url)
    await dialog.getByLabel('User name').fill(CALDAV_USER)
    await dialog.getByLabel('App password').fill('wrong')
    await dialog.getByRole('button', { name: 'Find calendars' }).click()
    await expect(dialog.getByText('The server refused the user name or the app password.')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('App password').fill(CALDAV_PASSWORD)
    await dialog.getByRole('button', { name: 'Find calendars' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Private' })).toBeChecked()
    await dialog.getByLabel('Add confirmed sessions to').selectOption('Work')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(toast(page, '2 calendars connected')).toBeVisible()
    const list = page.getByRole('list', { name: 'Connected calendars' })
    await expect(list).toContainText('1 upcoming busy time')
    const work = list.getByRole('listitem').filter({ hasText: 'Work' })
    await expect(work.getByRole('checkbox', { name: 'Receives confirmed sessions' })).toBeChecked()
    await expectNoAxeViolations(page)

    const booking = await aBooking(client, studio.id, day, {
      booking_date: day,
      start_time: '10:00',
      end_time: '12:00',
    })
    expect((await confirmAsSeen(admin, booking.id)).status).toBe(200)
    await list.getByRole('button', { name: 'Read Work now' }).click()
    await expect.poll(async () => (await outside.get('work', booking.id)).status).toBe(200)
    const { text } = await outside.get('work', booking.id)
    await outside.put(
      'work',
      booking.id,
      text.replace(/(DTSTART[^\r\n]*T)10/, '$112').replace(/(DTEND[^\r\n]*T)12/, '$114'),
    )
    await list.getByRole('button', { name: 'Read Work now' }).click()

    await signInAt(page, admin.email, `/studio/bookings?view=day&date=${day}`)
    const grid = page.getByRole('group').filter({ has: page.locator('[data-busy]') })
    await expect(grid.locator('[data-busy]')).toContainText('Busy (calendar)')
    await expect(grid.locator('[data-busy]')).toContainText('Canary wedding')
    const moves = page.getByRole('list', { name: 'Changed in connected calendars' })
    await expect(moves).toContainText('12:00 – 14:00')
    await expectNoAxeViolations(page)
    await moves.getByRole('button', { name: 'Move the session' }).click()
    await expect(toast(page, 'Session moved')).toBeVisible()
    await expect(moves).toHaveCount(0)
    expect((await admin.get(`/bookings/${booking.id}`)).body.start_time).toBe('12:00')

    // Only the owner of a calendar sees titles.
    const desk = await aDeskPerson(server, { studio, admin })
    const other = await aBrowser()
    await signInAt(other, desk.email, `/studio/bookings?view=week&date=${day}`)
    await expect(other.locator('[data-busy]').first()).toContainText('Busy (calendar)')
    await expect(other.getByText('Canary wedding')).toHaveCount(0)
    outside.stop()
  },
)

test('a studio connects a calendar of Google for a room, and disconnects it', variant, async ({ aBrowser }) => {
  // A separate server, because the server of the other tests has no provider.
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-calendars-'))
  await fillFromTemplate(dataDir)
  const google = await aGoogle()
  const serverSettings = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1' }
  const server = await startProcess({ ...serverSettings, ...google.environment })
  try {
    const { studio, admin, client } = await aStudioByApi(server, { timezone: 'UTC' })
    const path = `/studios/${studio.id}`
    const isFreeAt = async (time: string) => {
      const { body } = await client.get(`${path}/availability?date=${day}&service=recording&minutes=60`)
      return body.days[0].free.includes(time)
    }
    expect(await isFreeAt('13:00')).toBe(true)
    const [from, to] = [`${day}T00:00:00Z`, `${day}T23:59:00Z`]
    google.putBusy('main', 'wedding0', { starts_at: from, ends_at: to, title: 'Canary wedding' })
    const page = await aBrowser()
    await signInAt(page, admin.email, `${server.url}/studio/settings?tab=calendar`)
    const begin = async () => {
      await page.getByRole('button', { name: 'Connect a calendar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Connect a calendar' })
      await expectNoAxeViolations(page)
      await dialog.getByRole('button', { name: 'Continue with Google' }).click()
    }
    await begin()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('You did not allow it, so no calendar was connected.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await begin()
    await page.getByRole('link', { name: 'Allow' }).click()
    const choosing = page.getByRole('dialog', { name: 'Choose calendars' })
    await expect(choosing.getByRole('checkbox', { name: google.account })).toBeChecked()
    // The code of the consent is removed from the address.
    expect(page.url()).not.toContain('code=')
    await choosing.getByLabel('Add confirmed sessions to').selectOption('Work')
    await expectNoAxeViolations(page)
    await choosing.getByRole('button', { name: 'Connect' }).click()
    await expect(toast(page, '2 calendars connected')).toBeVisible()
    const list = page.getByRole('list', { name: 'Connected calendars' })
    const main = list.getByRole('listitem').filter({ hasText: '1 upcoming busy time' })
    await expect(main).toContainText(`Google: ${google.account}`)
    // A new studio has one room, so no other room is free.
    expect(await isFreeAt('13:00')).toBe(false)

    google.endConsent()
    await main.getByRole('button', { name: /^Read .* now$/ }).click()
    await expect(main).toContainText('Google no longer lets us read this calendar. Connect it again.')
    await expectNoAxeViolations(page)
    await main.getByRole('button', { name: /^Connect .* again$/ }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(toast(page, 'Calendar connected again')).toBeVisible()
    await expect(main.getByRole('button', { name: /^Read .* now$/ })).toBeVisible()

    for (const left of [1, 0]) {
      await list.getByRole('button', { name: 'Disconnect' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(list.getByRole('listitem')).toHaveCount(left)
    }
    await expect(page.getByText('No calendar is connected.')).toBeVisible()
    expect(await isFreeAt('13:00')).toBe(true)
    await expect.poll(() => google.state.revoked.length).toBe(1)

    // People at the desk do not see the settings. They connect the calendars of rooms on their profile.
    const desk = await aDeskPerson({ ...server, outbox: join(dataDir, 'outbox') }, { studio, admin })
    const phone = await aBrowser({ width: 390, height: 844 })
    await signInAt(phone, desk.email, `${server.url}/profile?tab=calendar`)
    const card = phone
      .locator('section')
      .filter({ has: phone.getByRole('heading', { name: 'Calendars that block rooms' }) })
    await card.getByRole('button', { name: 'Connect a calendar' }).click()
    // The first use installs the service worker. Leaving the page before that is an error in the console.
    await phone.evaluate(async () => void (await navigator.serviceWorker.ready))
    await phone.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click()
    await phone.getByRole('link', { name: 'Allow' }).click()
    await expect(phone).toHaveURL(/\/profile\?tab=calendar$/)
    await expect(phone.getByRole('dialog')).toHaveCount(1)
    await phone.getByRole('dialog', { name: 'Choose calendars' }).getByRole('button', { name: 'Connect' }).click()
    await expect(card.getByRole('list', { name: 'Connected calendars' })).toContainText(`Google: ${google.account}`)
    await expectNoAxeViolations(phone)
    expect(google.state.faults).toEqual([])
  } finally {
    await server.stop()
    google.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test(
  'after a colleague has left, an admin sees that their calendar of a room is no longer read',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const { studio, admin } = fixture
    const path = `/studios/${studio.id}`
    const desk = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, desk)
    const rooms = (await admin.get(`${path}/resources`)).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'room',
    )
    const outside = await aCalendarServer()
    const hours = { starts_at: `${day}T00:00:00Z`, ends_at: `${day}T23:59:00Z` }
    outside.fixedResponse.text = aCalendarText([{ ...hours, title: 'Canary wedding' }])
    const input = { resource_id: rooms[0].id, label: 'Old bookings', url: outside.url }
    expect((await desk.post(`${path}/connected-calendars`, input)).status).toBe(201)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/settings?tab=calendar')
    const list = page.getByRole('list', { name: 'Connected calendars' })
    await expect(list).toContainText('1 upcoming busy time')
    expect((await admin.delete(`${path}/crew/${role_id}`)).status).toBe(200)
    await page.reload()
    await expect(list).toContainText('The person who connected it stopped working at your front desk')
    await expect(list).toContainText('The busy times that we read last still block time.')
    await expect(list.getByRole('button', { name: 'Read Old bookings now' })).toHaveCount(0)
    await expectNoAxeViolations(page)
    await list.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('No calendar is connected.')).toBeVisible()
    outside.stop()
  },
)
