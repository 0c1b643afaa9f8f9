import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aDeskPerson } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant, variantIf } from './fixtures.ts'

const timezone = zoneByDay()
const today = dateByDay()
const phone = { width: 390, height: 844 }
const allDay = { booking_date: today, start_time: '00:00', end_time: '23:59' }

for (const { size, viewport } of [
  { size: 'a phone', viewport: phone },
  { size: 'a screen', viewport: { width: 1440, height: 900 } },
]) {
  test(
    `a person at the desk works through a day on ${size}`,
    variantIf(size === 'a screen'),
    async ({ aBrowser, server }) => {
      const fixture = await aStudioByApi(server, { timezone })
      const { client, studio } = fixture
      const desk = await aDeskPerson(server, fixture)
      const page = await aBrowser(viewport)
      await signInAt(page, desk.email, '/auth/callback')
      await expect(page).toHaveURL(/\/studio$/)
      await expect(page.getByText(`Your day at the desk of ${studio.name}`)).toBeVisible()
      const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting Requests' })
      await expect(waiting).toContainText('0')
      await aBooking(client, studio.id, today)
      await expect(waiting).toContainText('1')
      await expectNoAxeViolations(page)

      await page.getByRole('link', { name: 'Waiting Requests' }).click()
      await page.getByRole('button', { name: /^Confirm/ }).click()
      await expect(toast(page, 'Booking confirmed')).toBeVisible()

      await fixture.admin.post(`/studios/${studio.id}/bookings`, {
        ...allDay,
        client_id: client.id,
        status: 'confirmed',
        service_type: 'recording',
        booking_type: 'client_booking',
      })
      await page.goto('/studio/checkins')
      await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
      await expect(toast(page, 'Client checked in successfully')).toBeVisible()

      await page.goto('/studio/clients')
      await page.getByRole('button', { name: 'History of Cleo Client' }).click()
      await expect(page.getByRole('dialog', { name: 'Cleo Client' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'More actions for Cleo Client' })).toBeHidden()
      for (const path of ['/studio/settings', '/studio/staff']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      }
    },
  )
}

test('an admin gives and removes desk rights on the crew screen, and invites people to the desk', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server)
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser()
  await signInAt(page, fixture.admin.email, '/studio/staff')
  const actions = page.getByRole('button', { name: 'More actions for Sam Crew' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Add Sam Crew to the desk' }).click()
  await expect(toast(page, 'Now works at the desk')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sam Crew/ }).getByText('Desk', { exact: true })).toBeVisible()
  const crewPage = await aBrowser(phone)
  await signInAt(crewPage, crew.email, '/auth/callback')
  await expect(crewPage).toHaveURL(/\/studio$/)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove Sam Crew from the desk' }).click()
  await expect(toast(page, 'No longer works at the desk')).toBeVisible()
  await crewPage.reload()
  await expect(crewPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await page.getByRole('button', { name: 'Invite Crew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Crew' })
  await dialog.getByLabel('Full name').fill('Dana Desk')
  await dialog.getByLabel('Email').fill(`dana-${crypto.randomUUID()}@example.com`)
  await dialog.getByRole('switch', { name: 'Works at the desk' }).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name: /Dana Desk/ }).getByText('Desk', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions for Sam Crew' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('menuitem', { name: 'Make Sam Crew an admin' }).click()
  await page.getByRole('button', { name: 'Make admin', exact: true }).click()
  await expect(toast(page, 'Admin added')).toBeVisible()
  await crewPage.goto('/studio/staff')
  await crewPage.getByRole('button', { name: 'Remove Sam Crew as admin' }).click()
  await expectNoAxeViolations(crewPage)
  await crewPage.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(crewPage).toHaveURL(/\/staff$/)
  await expect(page.getByRole('button', { name: 'More actions for Sam Crew' })).toBeVisible()
})

test(
  'crew confirm their own session if the studio allows it, and the activity shows who did it',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const { admin, client, studio } = fixture
    const crew = await aCrewMember(server, fixture)
    const engineer = { kind: 'person', name: 'Sam the engineer', user_id: crew.id }
    const { body } = await admin.post(`/studios/${studio.id}/resources`, engineer)
    await admin.patch(`/studios/${studio.id}`, { crew_changes_sessions: true })
    const { id } = await aBooking(client, studio.id, today)
    await admin.patch(`/bookings/${id}`, { add_resource_ids: [body.id] })
    const page = await aBrowser(phone)
    await signInAt(page, crew.email, '/staff/schedule')
    await page.getByRole('button', { name: /Recording Session/ }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('button', { name: 'Reschedule', exact: true })).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^Cancel/ })).toBeHidden()
    await drawer.getByRole('button', { name: /^Confirm/ }).click()
    await expect(toast(page, 'Booking confirmed')).toBeVisible()

    const crewPage = await aBrowser()
    await signInAt(crewPage, admin.email, '/studio/activity?kind=bookings')
    const row = crewPage
      .getByRole('listitem')
      .filter({ hasText: "Sam Crew confirmed Cleo Client's session on", has: crewPage.getByRole('button') })
    await expect(row.getByRole('link', { name: /^Cleo Client's session on / })).toHaveAttribute(
      'href',
      `/studio/bookings?booking=${id}`,
    )
    // With the keyboard, because the link covers the middle of the button.
    await row.getByRole('button', { name: /^Details: / }).press('Enter')
    await expect(row).toContainText('pending')
    await expectNoAxeViolations(crewPage)
    await crewPage.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'Ada Owner' })
    await expect(row).toBeHidden()
  },
)
