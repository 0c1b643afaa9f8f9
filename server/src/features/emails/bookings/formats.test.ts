import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay, formatTimeOfDay } from '../wording.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test.each([
  ['America/New_York', 'US', 'Monday, November 30, 2026', '2:00 PM'],
  ['Europe/Amsterdam', 'NL', 'Monday, 30 November 2026', '14:00'],
  ['UTC', null, 'Monday, 30 November 2026', '14:00'],
])('emails of a studio in %s use the date and time formats of its country', async (timezone, country, day, time) => {
  expect([formatDay('2026-11-30', country), formatTimeOfDay('14:00', country)]).toEqual([day, time])
  const { studio, admin, client } = await aStudio(server, { timezone })
  expect(studio.country).toBe(country)
  const booking_date = plusDays(todayIn(timezone, new Date()), 7)
  await aBooking(client, studio.id, booking_date, { booking_date, start_time: '14:00', end_time: '15:30' })
  const { text } = await nextMail(server, admin.email, 'New request')
  const end = formatTimeOfDay('15:30', country)
  expect(text).toContain(
    `${formatDay(booking_date, country)}, ${time} to ${end} (${timezone.split('/').at(-1)?.replaceAll('_', ' ')} time)`,
  )
})

test('a studio can choose another country than that of its time zone', async () => {
  const { studio, admin, client } = await aStudio(server, { timezone: 'Europe/Amsterdam' })
  const path = `/studios/${studio.id}`
  for (const country of ['XX', 'us', '']) expect((await admin.patch(path, { country })).status).toBe(422)
  expect((await client.patch(path, { country: 'US' })).status).toBe(403)
  expect((await admin.patch(path, { country: 'US' })).body).toMatchObject({
    country: 'US',
    timezone: 'Europe/Amsterdam',
  })
  const booking_date = plusDays(todayIn('UTC', new Date()), 7)
  await aBooking(client, studio.id, booking_date, { booking_date, start_time: '14:00', end_time: '15:30' })
  expect((await nextMail(server, admin.email, 'New request')).text).toContain('2:00 PM to 3:30 PM')
})

test('an email about a session has the service, time, place, price and cancellation rule, a map and one main button', async () => {
  const { studio, admin, client } = await aStudio(server, { timezone: 'Europe/Amsterdam' })
  const contact = { location: 'Kanalstraat 12, Rotterdam', contact_email: 'desk@north.example' }
  expect((await admin.patch(`/studios/${studio.id}`, contact)).status).toBe(200)
  const services = `/studios/${studio.id}/services`
  const { items } = (await admin.get(services)).body
  const pricedServices = items.map(({ position, ...service }: Record<string, unknown>) => ({
    ...service,
    price_minor: 6_000,
  }))
  expect((await admin.put(services, { items: pricedServices })).status).toBe(200)
  const booking_date = plusDays(todayIn('UTC', new Date()), 7)
  await aBooking(client, studio.id, booking_date, { booking_date })
  const mail = await nextMail(server, client.email, 'received your request')
  expect(mail.text).toMatch(/^What: Recording Session$/m)
  expect(mail.text).toMatch(/^When: .*Amsterdam time\)$/m)
  expect(mail.text).toMatch(/^Where: Studio A, Kanalstraat 12, Rotterdam$/m)
  expect(mail.text).toContain('https://www.google.com/maps/search/?api=1&query=Kanalstraat%2012%2C%20Rotterdam')
  expect(mail.text).toMatch(/^Price: .*60/m)
  expect(mail.text).toMatch(/^Cancellation: Free cancellation until /m)
  expect(mail.html.match(/font-size:15px;font-weight:600/g)).toHaveLength(1)
  // The studio's own email needs no map.
  expect((await nextMail(server, admin.email, 'New request')).text).not.toContain('maps')
})
