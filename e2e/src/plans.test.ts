import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { backdatePlans } from '@studiohub/testing/plans.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectAccessibleScreen } from './accessible-screen.ts'
import { expectAccessibleInEveryTheme } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { expect, failRequests, signInAt, test, toast, variant, writeMethods } from './fixtures.ts'

// One server for the whole file.
test.describe.configure({ mode: 'default' })

// A separate server. Two of its trials expire while it is stopped.
let server: ServerProcess
let ending: StudioOfTest
let over: StudioOfTest
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-plans-'))
const operator = { email: 'opal@example.com', password: 'correct horse battery' }
const timezone = zoneByDay()
const today = dateByDay()

const settings = {
  DATA_DIR: dataDir,
  DEMO: 'off',
  RATE_LIMIT: 'off',
  SUPER_ADMIN_EMAIL: operator.email,
  SUPER_ADMIN_PASSWORD: operator.password,
}

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  server = await startProcess(settings)
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const at = (path: string) => server.url + path
const main = (page: Page) => page.getByRole('main')
const meter = (page: Page, name: string | RegExp) => page.getByRole('meter', { name })
const currentPlan = (page: Page, name: string) => main(page).getByRole('heading', { name: `${name} plan`, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an operator finds usable screens on an empty platform', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await signInAt(page, operator.email, at('/super-admin'), operator.password)
  for (const path of ['', '/studios', '/users', '/users?tab=pending', '/users?tab=applications', '/users?tab=contacts'])
    await expectAccessibleScreen(page, at(`/super-admin${path}`))
  await page.goto(at('/super-admin'))
  const figures = main(page).getByRole('listitem')
  await expect(figures.filter({ hasText: 'Total Studios' })).toContainText('0')
  await expect(figures.filter({ hasText: 'Monthly Revenue' })).toContainText('$0')
  await page.goto(at('/super-admin/studios'))
  await expect(page.getByRole('heading', { name: 'No studios yet. Create your first one!' })).toBeVisible()
})

test.describe('trials of different ages', () => {
  test.beforeAll(async () => {
    ending = await aStudio(server, { name: 'Ending Trial', tier: 'trial', timezone })
    over = await aStudio(server, { name: 'Trial Over', tier: 'trial', timezone })
    await aBooking(ending.admin, ending.studio.id, today, { booking_date: today })
    await aBooking(over.client, over.studio.id, today)
    await server.stop()
    await backdatePlans(dataDir, [
      { studio_id: ending.studio.id, days: 12 },
      { studio_id: over.studio.id, days: 15 },
    ])
    server = await startProcess(settings)
  })

  test('an admin is warned about the end, chooses a plan, cancels it and resumes it', async ({ aBrowser }) => {
    test.slow()
    const page = await aBrowser()
    await signInAt(page, ending.admin.email, at('/studio'))
    await expect(page.getByText('Your free trial ends in 2 days.')).toBeVisible()
    await page.getByRole('link', { name: 'Choose a plan' }).click()
    await expect(page).toHaveURL(/\?tab=plan$/)
    await expect(currentPlan(page, 'Free Trial')).toBeVisible()
    await expect(page.getByText(/^2 days left of the free trial, until \w+ \d+, \d{4}\.$/)).toBeVisible()
    await expect(main(page).getByText('Trial', { exact: true })).toBeVisible()
    await expect(meter(page, /^Bookings in/)).toHaveText('1 of 50')
    await expect(main(page).getByText('1, no limit')).toBeVisible()
    await expect(page.getByText('We send you the invoices for your plan.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/docs#support')
    await expectAccessibleInEveryTheme(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const sessions = { booking_date: today, start_time: '13:00', end_time: '14:00' }
    await aBooking(await signIn(server, ending.admin), ending.studio.id, today, sessions)
    await expect(meter(page, /^Bookings in/)).toHaveText('2 of 50')

    await page.getByRole('button', { name: 'Choose Starter' }).click()
    const change = page.getByRole('dialog', { name: 'Change to Starter?' })
    await expect(change).toContainText('$199 a month. We send you the invoice.')
    await press(page, 'Not now')
    await expect(change).toBeHidden()
    const changesAgain = await failRequests(page, writeMethods, '**/subscription')
    await page.getByRole('button', { name: 'Choose Starter' }).click()
    await press(page, 'Change to Starter')
    await expect(toast(page, 'Failed to change the plan')).toContainText('Something went wrong on our side.')
    await changesAgain()
    await press(page, 'Change to Starter')
    await expect(toast(page, 'Plan changed')).toBeVisible()
    await expect(currentPlan(page, 'Starter')).toBeVisible()
    await expect(page.getByText(/^Renews on \w+ \d+, \d{4}\.$/)).toBeVisible()
    await expect(meter(page, /^Bookings in/)).toHaveText('2 of 100')
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('$199')
    await expect(page.getByText(/Your free trial/)).toBeHidden()

    await press(page, 'Cancel plan')
    const cancel = page.getByRole('dialog', { name: 'Cancel the Starter plan?' })
    await expect(cancel).toContainText(
      /It runs until \w+ \d+, \d{4}\. After that, no new sessions can be booked; existing bookings stay\. You can resume it until then\./,
    )
    await press(page, 'Keep plan')
    await expect(cancel).toBeHidden()
    const cancelsAgain = await failRequests(page, writeMethods, '**/subscription/cancel')
    await press(page, 'Cancel plan')
    await cancel.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(cancel.getByRole('alert')).toContainText('Something went wrong on our side.')
    await cancelsAgain()
    await cancel.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(toast(page, 'Plan cancelled')).toBeVisible()
    await expect(page.getByText(/^Cancelled\. It runs until \w+ \d+, \d{4}, in \d+ days\.$/)).toBeVisible()
    const resumesAgain = await failRequests(page, writeMethods, '**/subscription/resume')
    await press(page, 'Resume plan')
    await expect(toast(page, 'Failed to resume the plan')).toBeVisible()
    await resumesAgain()
    await press(page, 'Resume plan')
    await expect(toast(page, 'Plan resumed')).toBeVisible()
    await expect(page.getByText(/^Renews on/)).toBeVisible()

    await test.step('and sees the plan that an operator assigns', async () => {
      const office = await aBrowser()
      await signInAt(office, operator.email, at('/super-admin/studios'), operator.password)
      await office.getByRole('button', { name: 'Edit Ending Trial' }).click()
      const dialog = office.getByRole('dialog', { name: 'Edit Ending Trial' })
      await expect(dialog.getByLabel('Plan')).toHaveValue('starter')
      await dialog.getByLabel('Plan').selectOption({ label: 'Pro' })
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(toast(office, 'Studio updated successfully')).toBeVisible()
      await expect(office.getByRole('row').filter({ hasText: 'Ending Trial' })).toContainText('Pro')
      await expect(currentPlan(page, 'Pro')).toBeVisible()
      await expect(main(page).getByText('2, no limit')).toBeVisible()
      await expect(meter(page, 'Active rooms')).toHaveText('1 of 10')
    })

    await test.step('and cannot choose a plan with fewer rooms than are in use', async () => {
      const admin = await signIn(server, ending.admin)
      for (const name of ['Studio B', 'Studio C']) {
        const response = await admin.post(`/studios/${ending.studio.id}/resources`, { kind: 'room', name })
        expect(response.status).toBe(201)
      }
      await page.reload()
      await expect(page.getByText('Includes 2 active rooms; you use 3. Deactivate 1 room first.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Deactivate 1 room first.' })).toHaveAttribute('href', /tab=rooms$/)
      await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeDisabled()
    })
  })

  test('an expired trial accepts no new bookings and keeps existing ones, until a plan is chosen', async ({
    aBrowser,
  }) => {
    test.slow()
    const { studio } = over
    const sentence = 'This studio is not accepting new bookings at the moment. Existing bookings are not affected.'
    const page = await aBrowser()
    await signInAt(page, over.admin.email, at('/studio'))
    await expect(
      main(page).getByText('Your studio accepts new clients, but no new bookings until you choose a plan.'),
    ).toBeVisible()
    await expect(
      page.getByText('Your free trial has ended. Existing bookings stay, but no new ones can be made.'),
    ).toBeVisible()
    await page.goto(at('/studio/bookings?tab=list'))
    await expect(
      page.getByText('Your free trial has ended. Existing bookings stay, but no new ones can be made.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
    const input = aSession(today, { booking_date: Temporal.PlainDate.from(today).add({ days: 8 }).toString() })
    await dialog.getByLabel('Booking date').fill(input.booking_date)
    await dialog.getByLabel('Start time').fill(input.start_time)
    await dialog.getByLabel('End time').fill(input.end_time)
    await dialog.getByLabel('Service type').selectOption({ label: 'Recording Session' })
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Your plan has ended.' })).toContainText(
      'Choose one in the settings to accept new bookings. Booked sessions are not affected.',
    )
    await dialog.getByRole('button', { name: 'Discard' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Recording Session' })
    await row.getByRole('button', { name: /Confirm/ }).click()
    await expect(row).toContainText('Confirmed')

    const client = await aBrowser({ width: 390, height: 844 })
    const contact = { contact_email: 'desk@north.example', contact_phone: '+43 1 234' }
    expect((await (await signIn(server, over.admin)).patch(`/studios/${studio.id}`, contact)).status).toBe(200)
    await signInAt(client, over.client.email, at(`/${studio.slug}/bookings`))
    await expect(client.getByRole('region', { name: 'Your sessions' })).toContainText('Confirmed')
    // Both pages say so at the top with the contact, and offer no list and no button.
    await expect(main(client).getByText(sentence)).toBeVisible()
    await expect(client.getByRole('link', { name: '+43 1 234' })).toHaveAttribute('href', 'tel:+431234')
    await expect(client.getByRole('region', { name: 'Book a session' })).toHaveCount(0)
    await expect(client.getByRole('link', { name: 'Message the studio' })).toBeVisible()
    await expect(client.getByRole('button', { name: 'New Booking' })).toHaveCount(0)
    await client.goto(at(`/${studio.slug}/bookings?book=recording`))
    await expect(main(client).getByText(sentence)).toBeVisible()
    await expect(client.getByRole('dialog')).toHaveCount(0)
    // The pages send no calls that the plan rejects, because the audit log would show them as denied.
    await client.goto(at(`/${studio.slug}`))
    await expect(main(client).getByRole('heading', { name: /^Welcome, / })).toBeVisible()
    await expect(main(client).getByRole('heading', { name: 'Next session' })).toBeVisible()
    // The home says so too, and offers no booking.
    await expect(main(client).getByText(sentence)).toBeVisible()
    await expect(main(client).getByRole('link', { name: 'Book a session' })).toHaveCount(0)
    const denied = await (await signIn(server, { ...over.admin, ...operator })).get(
      `/admin/audit?actor_id=${over.client.id}&outcome=denied`,
    )
    expect(denied.body.items.filter(({ action }: { action: string }) => action.startsWith('availability'))).toEqual([])

    const visitor = await aBrowser({ width: 390, height: 844 })
    for (const path of ['book', 'book/recording']) {
      await visitor.goto(at(`/${studio.slug}/${path}`))
      await expect(main(visitor)).toContainText('This studio is not accepting new bookings at the moment.')
      await expect(main(visitor).getByRole('link')).toHaveText(['desk@north.example', '+43 1 234'])
      await expect(main(visitor).getByRole('list')).toHaveCount(0)
    }

    await page.getByRole('link', { name: 'Choose a plan' }).click()
    await expect(page.getByText(/^Ended on \w+ \d+, \d{4}\. Existing bookings stay\./)).toBeVisible()
    await expect(main(page).getByText('Expired', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel plan' })).toHaveCount(0)
    await expectAccessibleInEveryTheme(page)
    await page.getByRole('button', { name: 'Choose Starter' }).click()
    const change = page.getByRole('button', { name: 'Change to Starter' })
    await expect(async () => {
      await change.click()
      await expect(page.getByRole('dialog')).toBeHidden({ timeout: 10_000 })
      // Every ten minutes a job records ended trials. If it is first, the change is rejected and can be pressed again.
    }).toPass()
    await expect(toast(page, 'Plan changed')).toBeVisible()
    await expect(page.getByText(/Your free trial has ended/)).toBeHidden()
    const again = await signIn(server, over.client)
    expect((await book(again, input)).status).toBe(201)
  })
})

const book = (client: TestUser, session: object) => client.post(`/studios/${over.studio.id}/bookings`, session)
