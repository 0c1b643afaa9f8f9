import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { openStudioCopy } from '@studiohub/server/platform/studio-copy/read-studio-copy.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const MB = 1024 * 1024
const today = todayIn('UTC', new Date())

test('an admin exports everything, gets an email, and downloads the bookings', async ({ aBrowser, server }, info) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await aBooking(client, studio.id, today, { booking_date: plusDays(today, 3), notes: 'Two condenser mics' })
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/settings')
  await page.getByRole('tab', { name: 'Export' }).click()
  await expect(page.getByText('No exports yet')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(toast(page, 'Export requested')).toBeVisible()
  const list = page.getByRole('list', { name: 'Exports' })
  await expect(list).toContainText(`Requested by ${admin.full_name}`)
  await expect(list).toContainText('Ready', { timeout: 30_000 })
  await expectNoAxeViolations(page)
  expect((await nextMail(server, admin.email, 'requested')).text).toContain(`Requested by: ${admin.full_name}`)
  expect((await nextMail(server, admin.email, 'Your export is ready')).text).toContain('/studio/settings?tab=export')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^studio-export-.*\.zip$/)
  const path = info.outputPath('export.zip')
  await download.saveAs(path)
  const copy = await openStudioCopy(path, 20 * MB)
  const bookings: unknown[] = []
  for await (const row of copy.readTable('bookings')) bookings.push(row)
  copy.close()
  expect(bookings).toMatchObject([{ studio_id: studio.id, notes: 'Two condenser mics' }])
})

test('clients and crew cannot export a studio', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { studio, admin, client } = fixture
  const crew = await aCrewMember(server, fixture)
  const { body } = await admin.post(`/studios/${studio.id}/exports`)
  for (const { email } of [client, crew]) {
    const page = await aBrowser()
    await signInAt(page, email, '/studio/settings?tab=export')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export everything' })).toBeHidden()
  }
  for (const person of [client, crew, callAs(server.url, null)]) {
    expect((await person.get(`/studios/${studio.id}/exports`)).status).toBeGreaterThanOrEqual(401)
    expect((await person.post(`/studios/${studio.id}/exports`)).status).toBeGreaterThanOrEqual(401)
    expect((await person.post(`/studio-exports/${body.id}/link`)).status).toBeGreaterThanOrEqual(401)
  }
})
