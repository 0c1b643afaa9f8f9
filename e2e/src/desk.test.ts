import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aDeskPerson } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, enter, expect, test, toast } from './fixtures.ts'

const timezone = zoneByDay()
const today = dateByDay()
const phone = { width: 390, height: 844 }
const allDay = { booking_date: today, start_time: '00:00', end_time: '23:59' }

for (const { size, viewport } of [
  { size: 'a phone', viewport: phone },
  { size: 'a screen', viewport: { width: 1440, height: 900 } },
]) {
  test(`a person at the desk works through a day on ${size}`, async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server, { timezone })
    const { client, studio } = fixture
    const desk = await aDeskPerson(server, fixture)
    const page = await aBrowser(viewport)
    await enter(page, desk.email, '/auth/callback')
    await expect(page).toHaveURL(/\/studio$/)
    await expect(page.getByText(`Your day at the desk of ${studio.name}`)).toBeVisible()
    const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting Requests' })
    await expect(waiting).toContainText('0')
    await aBooking(client, studio.id, today)
    await expect(waiting).toContainText('1')
    await expectNothingFoundByAxe(page)

    await page.getByRole('link', { name: 'Waiting Requests' }).click()
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await expect(toast(page, 'Booking confirmed')).toBeVisible()

    await fixture.admin.post(`/studios/${studio.id}/bookings`, {
      ...{ ...allDay, client_id: client.id, status: 'confirmed' },
      ...{ service_type: 'recording', booking_type: 'client_booking' },
    })
    await page.goto('/studio/checkins')
    await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
    await expect(toast(page, 'Client checked in successfully')).toBeVisible()

    await page.goto('/studio/clients')
    await page.getByRole('button', { name: 'History of Cleo Client' }).click()
    await expect(page.getByRole('dialog', { name: 'Cleo Client' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Remove Cleo Client' })).toBeHidden()
    for (const path of ['/studio/settings', '/studio/staff']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    }
  })
}

test('an admin gives and removes desk rights on the crew screen, and invites people to the desk', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server)
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser()
  await enter(page, fixture.admin.email, '/studio/staff')
  await page.getByRole('button', { name: 'Let Sam Crew work at the desk' }).click()
  await expect(toast(page, 'Now works at the desk')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sam Crew/ }).getByText('Desk', { exact: true })).toBeVisible()
  const own = await aBrowser(phone)
  await enter(own, crew.email, '/auth/callback')
  await expect(own).toHaveURL(/\/studio$/)
  await page.getByRole('button', { name: 'Take Sam Crew off the desk' }).click()
  await expect(toast(page, 'No longer works at the desk')).toBeVisible()
  await own.reload()
  await expect(own.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await page.getByRole('button', { name: 'Invite Crew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Crew' })
  await dialog.getByLabel('Full name').fill('Dana Desk')
  await dialog.getByLabel('Email').fill(`dana-${crypto.randomUUID()}@example.com`)
  await dialog.getByRole('switch', { name: 'Works at the desk' }).click()
  await expectNothingFoundByAxe(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name: /Dana Desk/ }).getByText('Desk', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Make Sam Crew an admin' }).click()
  await page.getByRole('button', { name: 'Make admin', exact: true }).last().click()
  await expect(toast(page, 'Admin added')).toBeVisible()
  await own.goto('/studio/staff')
  await own.getByRole('button', { name: 'Remove Sam Crew as admin' }).click()
  await expectNothingFoundByAxe(own)
  await own.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(own).toHaveURL(/\/staff$/)
  await expect(page.getByRole('button', { name: 'Make Sam Crew an admin' })).toBeVisible()
})

test('crew confirm their own session if the studio allows it, and the activity shows who did it', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const engineer = { kind: 'person', name: 'Sam the engineer', user_id: crew.id }
  const { body } = await admin.post(`/studios/${studio.id}/resources`, engineer)
  await admin.patch(`/studios/${studio.id}`, { crew_changes_sessions: true })
  const { id } = await aBooking(client, studio.id, today)
  await admin.patch(`/bookings/${id}`, { add_resource_ids: [body.id] })
  const page = await aBrowser(phone)
  await enter(page, crew.email, '/staff/schedule')
  await page.getByRole('button', { name: /Recording Session/ }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Reschedule', exact: true })).toBeVisible()
  await expect(drawer.getByRole('button', { name: /^Cancel/ })).toBeHidden()
  await drawer.getByRole('button', { name: /^Confirm/ }).click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()

  const own = await aBrowser()
  await enter(own, admin.email, '/studio/activity?kind=bookings')
  const row = own.getByRole('row', { name: /Booking confirmed/ })
  await expect(row).toContainText('Sam Crew')
  await row.getByText('fields').click()
  await expect(row).toContainText('pending')
  await expectNothingFoundByAxe(own)
  await own.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'Ada Owner' })
  await expect(row).toBeHidden()
})
