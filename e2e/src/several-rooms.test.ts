import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, choose, expect, signInAt, test, timeToChoose, toast } from './fixtures.ts'

const day = dateByDay(3)

test('an admin lets clients book two rooms at once, and a client does so on a phone', async ({ aBrowser, server }) => {
  const { admin, client, studio } = await aStudioByApi(server, { timezone: zoneByDay() })
  const path = `/studios/${studio.id}`
  const booth = (await admin.post(`${path}/resources`, { kind: 'room', name: 'Booth' })).body.id
  await admin.post(`${path}/resources`, { kind: 'room', name: 'Attic' })
  const blocked = { booking_type: 'blocked_time', service_type: 'maintenance', resource_ids: [booth] }
  await admin.post(`${path}/bookings`, { ...blocked, booking_date: day, start_time: '08:00', end_time: '12:00' })

  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio/settings?tab=services')
  await page.getByRole('button', { name: 'Edit Rehearsal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Rehearsal' })
  await dialog.getByLabel('Rooms at once').fill('2')
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('30')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Settings updated successfully')).toBeVisible()

  const clientPage = await aBrowser({ width: 390, height: 844 })
  await signInAt(clientPage, client.email, `/${studio.slug}/bookings?book=rehearsal&day=${day}`)
  const form = clientPage.getByRole('dialog', { name: 'Create New Booking' })
  await expect(timeToChoose(clientPage, '08:00')).toBeVisible()
  for (const name of ['Studio A', 'Booth']) await form.getByRole('checkbox', { name }).check()
  await expect(timeToChoose(clientPage, '08:00')).toBeHidden()
  await form.getByRole('checkbox', { name: 'Attic' }).check()
  await expect(form.getByText('Choose at most 2 rooms')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Attic' }).uncheck()
  await choose(timeToChoose(clientPage, '12:00'))
  await expect(form.getByText('Rehearsal, Booth')).toBeVisible()
  await expectNoAxeViolations(clientPage)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(form).toBeHidden()
  const { items } = (await client.get(`${path}/bookings?from=${day}&to=${day}`)).body
  expect(items[0].resources.map(({ name }: { name: string }) => name)).toEqual(['Studio A', 'Booth'])
  expect(items[0].price_lines).toHaveLength(2)

  await page.goto('/studio/bookings')
  await page.getByRole('button', { name: 'New Booking', exact: true }).first().click()
  const studioForm = page.getByRole('dialog', { name: 'Create New Booking' })
  await studioForm.getByLabel('Room', { exact: true }).selectOption('Studio A')
  const further = studioForm.getByRole('group', { name: 'Further rooms' })
  await further.getByRole('checkbox', { name: 'Booth' }).check()
  await further.getByRole('checkbox', { name: 'Attic' }).check()
  await studioForm.getByLabel('Service type').selectOption('Rehearsal')
  await studioForm.getByLabel('Booking date').fill(dateByDay(5))
  await studioForm.getByLabel('Start time').fill('10:00')
  await studioForm.getByLabel('End time').fill('12:00')
  await expect(studioForm.getByText('Rehearsal, Attic')).toBeVisible()
  await expectNoAxeViolations(page)
  await studioForm.getByRole('button', { name: 'Create Booking' }).click()
  await expect(studioForm).toBeHidden()
  const later = (await admin.get(`${path}/bookings?from=${dateByDay(5)}&to=${dateByDay(5)}`)).body.items
  expect(later[0].resources).toHaveLength(3)
})
