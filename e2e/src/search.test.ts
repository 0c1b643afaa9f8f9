import type { Page } from '@playwright/test'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, variant } from './fixtures.ts'

const today = todayIn('UTC', new Date())

const openPalette = async (page: Page) => {
  // The key works as soon as the button is shown.
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  return { palette, field: palette.getByRole('combobox') }
}

test('the desk finds a client and their session by typing, and opens them without a mouse', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio } = await aStudioByApi(server)
  const record = await admin.post(`/studios/${studio.id}/clients`, { name: 'Zoë Hartmann', email: 'zoe@example.com' })
  expect(record.status).toBe(201)
  await aBooking(admin, studio.id, today, { client_id: record.body.id, service_type: 'mixing' })
  await client.post('/projects', { title: 'Harbor songs', project_type: 'music' })
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/tasks')

  const { palette, field } = await openPalette(page)
  await expect(palette.getByRole('group', { name: 'Today and next' }).getByRole('option')).toHaveText([/Zoë Hartmann/])
  await expect(palette.getByRole('group', { name: 'Changed last' }).getByRole('option')).toHaveText([/Harbor songs/])
  await field.fill('zoe')
  const people = palette.getByRole('group', { name: 'People' }).getByRole('option')
  await expect(people).toHaveText([/Zoë Hartmann.*zoe@example.com/])
  await expect(palette.getByRole('group', { name: 'Bookings' }).getByRole('option')).toHaveText([/Mixing Session, Zoë/])
  await expect(palette.getByRole('status')).toHaveText('2 results')
  await expect(people.first()).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/studio/clients\\?client=${record.body.id}`))
  const sheet = page.getByRole('dialog', { name: 'Zoë Hartmann' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/studio\/clients$/)

  await openPalette(page)
  await field.fill('tomorrow')
  await expect(palette.getByRole('group', { name: 'Days' }).getByRole('option')).toHaveText([/^Bookings on /])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/bookings\?view=day&date=/)
  await page.goto('/studio/tasks')

  await openPalette(page)
  await field.fill('zoe mix')
  await expect(palette.getByRole('option')).toHaveText([/Mixing Session, Zoë/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/bookings\?booking=/)
  await expect(page.getByRole('dialog', { name: 'Mixing Session' })).toBeVisible()
})

test('actions start from any page, and a reload keeps what a link opened', variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/tasks')
  const { palette, field } = await openPalette(page)
  await field.fill('block')
  await expect(palette.getByRole('option').first()).toHaveText('Block Time')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Block Time' })).toBeVisible()
  await page.reload()
  const form = page.getByRole('dialog', { name: 'Block Time' })
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/studio\/bookings$/)
})

test('results for an earlier text are never shown', variant, async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudioByApi(server)
  for (const name of ['Anna Early', 'Bert Late'])
    expect((await admin.post(`/studios/${studio.id}/clients`, { name })).status).toBe(201)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/tasks')
  const first = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route('**/api/v1/search?q=anna', async (route) => {
    isAsked.resolve()
    await first.promise
    // The page has cancelled the call.
    await route.continue().catch(() => undefined)
  })
  const { palette, field } = await openPalette(page)
  await field.fill('anna')
  await isAsked.promise
  await field.fill('bert')
  await expect(palette.getByRole('option')).toHaveText([/Bert Late/])
  first.resolve()
  await field.fill('bert l')
  await expect(palette.getByRole('option')).toHaveText([/Bert Late/])
  await expect(palette.getByText('Anna Early')).toHaveCount(0)
})

test("a client finds their own session and project on a phone, and no other client's", async ({ aBrowser, server }) => {
  const { admin, client, studio } = await aStudioByApi(server)
  await admin.post(`/studios/${studio.id}/clients`, { name: 'Morgan Hidden' })
  await client.post('/projects', { title: 'Morning songs', project_type: 'music' })
  await aBooking(client, studio.id, today, { service_type: 'mixing' })
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, client.email, `/${studio.slug}/projects`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const field = palette.getByRole('combobox')
  await field.fill('mor')
  await expect(palette.getByRole('option')).toHaveText([/Morning songs/])
  await field.fill('mixing')
  await palette.getByRole('option', { name: /Mixing Session/ }).click()
  await expect(page.getByRole('dialog', { name: 'Mixing Session' })).toBeVisible()
})
