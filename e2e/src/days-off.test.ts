import { aCrewMember, aDeskPerson } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }

/** A studio with an engineer of the crew. */
async function aStudioWithEngineer(server: { url: string }) {
  const fixture = await aStudioByApi(server, { timezone: zoneByDay() })
  const crew = await aCrewMember(server, fixture)
  const path = `/studios/${fixture.studio.id}/resources`
  await fixture.admin.post(path, { kind: 'person', name: 'Sam Crew', user_id: crew.id })
  await fixture.admin.post(path, { kind: 'person', name: 'Ines' })
  return { ...fixture, crew }
}

test('crew enter days off on a phone, and the studio is warned when it books them', async ({ aBrowser, server }) => {
  const { admin, crew } = await aStudioWithEngineer(server)
  const crewPage = await aBrowser(phone)
  await signInAt(crewPage, crew.email, '/staff/schedule')
  await expect(crewPage.getByText('You have no days off planned.')).toBeVisible()
  await crewPage.getByRole('button', { name: 'Add days off' }).click()
  const form = crewPage.getByRole('dialog', { name: 'Add days off' })
  await form.getByLabel('First day').fill(dateByDay(1))
  await form.getByLabel('Last day').fill(dateByDay(13))
  await form.getByLabel('Note').fill('Lisbon')
  await expectNoAxeViolations(crewPage)
  await form.getByRole('button', { name: 'Add days off' }).click()
  await expect(toast(crewPage, 'Days off added')).toBeVisible()
  await expect(crewPage.getByRole('list', { name: 'Days off' })).toContainText('Lisbon')

  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, `/studio/bookings?view=day&date=${dateByDay(2)}`)
  await expect(page.getByRole('list', { name: 'Unavailable' })).toContainText(/Sam Crew off/)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'New Booking', exact: true }).first().click()
  const booking = page.getByRole('dialog', { name: 'Create New Booking' })
  await booking.getByLabel('Booking date').fill(dateByDay(2))
  await booking.getByLabel('Start time').fill('10:00')
  await booking.getByLabel('End time').fill('12:00')
  await booking.getByRole('button', { name: 'More options' }).click()
  await booking.getByRole('checkbox', { name: 'Sam Crew' }).check()
  await expect(booking.getByText('Sam Crew will not be working then. You can still book it.')).toBeVisible()
  await booking.getByLabel('Booking date').fill(dateByDay(20))
  await expect(booking.getByText('Sam Crew will not be working then')).toBeHidden()
})

test(
  'an admin enters part of a day for any person, and the desk does so from the calendar',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioWithEngineer(server)
    const page = await aBrowser()
    await signInAt(page, fixture.admin.email, '/studio/staff')
    await page.getByRole('button', { name: 'Add days off' }).click()
    const form = page.getByRole('dialog', { name: 'Add days off' })
    await form.getByLabel('Person').selectOption('Ines')
    await form.getByRole('switch', { name: 'Part of a day' }).click()
    await form.getByLabel('From').fill('15:00')
    await form.getByLabel('Until').fill('13:00')
    await form.getByRole('button', { name: 'Add days off' }).click()
    await expect(form.getByText('The end must be after the start')).toBeVisible()
    await form.getByLabel('Until').fill('18:00')
    await form.getByRole('button', { name: 'Add days off' }).click()
    const list = page.getByRole('list', { name: 'Days off' })
    await expect(list).toContainText(/Ines: .*, 15:00 – 18:00/)
    await expectNoAxeViolations(page)

    const desk = await aDeskPerson(server, fixture)
    const other = await aBrowser(phone)
    await signInAt(other, desk.email, '/studio/bookings')
    await other.getByRole('button', { name: 'Days off' }).click()
    await other.getByRole('button', { name: /^Remove Ines, .* 15:00 – 18:00$/ }).click()
    await expect(toast(other, 'Days off removed')).toBeVisible()
    await expect(list).toBeHidden()
  },
)
