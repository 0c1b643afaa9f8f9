import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, choose, dayToChoose, expect, signInAt, test, timeToChoose, toast } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const day = dateByDay(3)

test('an admin requires an engineer for recordings, and a client books with one on a phone', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server, { timezone: zoneByDay() })
  const { admin, client, studio } = fixture
  const path = `/studios/${studio.id}`
  const sam = (await admin.post(`${path}/resources`, { kind: 'person', name: 'Sam Engineer' })).body.id
  await admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' })
  await admin.post(`${path}/days-off`, { resource_id: sam, first_date: dateByDay(4), last_date: dateByDay(4) })

  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio/settings?tab=services')
  await page.getByRole('button', { name: 'Edit Recording Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Recording Session' })
  await dialog.getByRole('checkbox', { name: 'Sam Engineer' }).check()
  await expect(dialog.getByText('Clients see: No engineer is free.')).toBeVisible()
  await dialog.getByLabel('What clients call them').fill('producer')
  await expect(dialog.getByText('Clients see: No producer is free.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Settings updated successfully')).toBeVisible()

  // Sam works on a mix until noon, in the other room.
  const mix = { booking_date: day, start_time: '08:00', end_time: '12:00', service_type: 'mixing' }
  await aBooking(admin, studio.id, dateByDay(), { ...mix, resource_ids: [sam] })

  const clientPage = await aBrowser(phone)
  await signInAt(clientPage, client.email, `/${studio.slug}/bookings?book=recording&day=${day}`)
  await expect(dayToChoose(clientPage, dateByDay(4))).toHaveAccessibleName(/No producer is free$/)
  await expect(timeToChoose(clientPage, '12:00')).toBeVisible()
  await expect(timeToChoose(clientPage, '11:00')).toBeHidden()
  await choose(timeToChoose(clientPage, '12:00'))
  await expectNoAxeViolations(clientPage)
  await clientPage.getByRole('button', { name: 'Create Booking' }).click()
  await expect(clientPage.getByRole('dialog', { name: 'Create New Booking' })).toBeHidden()

  await page.goto('/studio/bookings')
  await page.getByRole('button', { name: 'New Booking', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await form.getByLabel('Service type').selectOption('Recording Session')
  await form.getByLabel('Booking date').fill(day)
  await form.getByLabel('Start time').fill('13:00')
  await form.getByLabel('End time').fill('15:00')
  await expect(form.getByText('No producer is free at this time. You can still book the session.')).toBeVisible()
  await form.getByLabel('Start time').fill('16:00')
  await form.getByLabel('End time').fill('18:00')
  await expect(form.getByText('Sam Engineer is free and will be assigned.')).toBeVisible()
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(form).toBeHidden()
  const { items } = (await admin.get(`${path}/bookings?from=${day}&to=${day}`)).body
  const recordings = items.filter(({ service_type }: { service_type: string }) => service_type === 'recording')
  for (const { resources } of recordings)
    expect(resources.map(({ name }: { name: string }) => name)).toContain('Sam Engineer')
  expect(recordings).toHaveLength(2)
})
