import { aCalendarServer, aCalendarText } from '@studiohub/testing/calendar-server.ts'
import { aCrewMember } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, enter, expect, test, toast } from './fixtures.ts'

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
  outside.answer.text = aCalendarText([{ ...hours, title: 'Canary wedding' }])
  const page = await aBrowser()
  await enter(page, crew.email, '/profile')
  await page.getByRole('button', { name: 'Connect a calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a calendar' })
  await dialog.getByLabel('Name').fill('Private')
  await dialog.getByLabel('Address').fill('ftp://calendar.example')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
  await expectNothingFoundByAxe(page)
  await dialog.getByLabel('Address').fill(outside.url)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(toast(page, 'Calendar connected')).toBeVisible()
  const list = page.getByRole('list', { name: 'Connected calendars' })
  await expect(list).toContainText('1 busy time ahead')
  await expect(list).toContainText(outside.host)
  await expectNothingFoundByAxe(page)
  expect(await isFreeAt('13:00')).toBe(false)

  const office = await aBrowser()
  await enter(office, admin.email, `/studio/bookings?view=day&date=${day}`)
  await expect(office.getByRole('list', { name: 'Busy (calendar)' })).toContainText('Sam Busy (calendar)')
  await expect(office.getByText('Canary wedding')).toHaveCount(0)

  outside.answer.status = 500
  await list.getByRole('button', { name: 'Read Private now' }).click()
  await expect(list).toContainText('The times that were read last still count.')
  await list.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No calendar is connected.')).toBeVisible()
  expect(await isFreeAt('13:00')).toBe(true)
  outside.stop()
})
