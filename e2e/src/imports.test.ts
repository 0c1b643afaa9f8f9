import type { Page } from '@playwright/test'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, variant } from './fixtures.ts'

const today = todayIn('UTC', new Date())
const futureDay = plusDays(today, 9)

const clients =
  'Name,Email,Phone\nAda Lovelace,ada@example.com,+1 555 0100\nBo Diddley,bo@example.com,\n,nobody@example.com,'
const services = 'Service;Duration;Price\nPodcast day;4 hours;480,00\nVoice session;60;90'
const bookings = [
  'Date,Start,End,Client,Email,Session,Price,Status',
  `${plusDays(today, -20)},10:00 AM,2:00 PM,Ada Lovelace,ada@example.com,Podcast day,$480,`,
  `${futureDay},10:00 AM,2:00 PM,Ada Lovelace,ada@example.com,Podcast day,$480,confirmed`,
  `${futureDay},3:00 PM,4:00 PM,Cy New,cy@example.com,Voice-over,$90,confirmed`,
  `${futureDay},11:00 AM,12:00 PM,Bo Diddley,bo@example.com,Voice session,$90,confirmed`,
].join('\n')

const choose = (page: Page, label: string, name: string, text: string) =>
  page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const summary = (page: Page) => page.getByLabel('Summary of the import')

test('a studio imports three files, repeats one without duplicates, and undoes it', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/clients')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await choose(page, 'CSV file', 'clients.csv', clients)
  await expect(summary(page)).toContainText('Lines3New clients2Already exist0Problems1')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Line 4Name: Please enter a name')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Import 2 clients', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 clients added.' })).toBeVisible()

  await page.getByRole('button', { name: 'Services', exact: true }).click()
  await choose(page, 'CSV file', 'services.csv', services)
  await page.getByRole('button', { name: 'Import 2 services', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 services added.' })).toBeVisible()

  await page.getByRole('button', { name: 'Bookings', exact: true }).click()
  await choose(page, 'CSV file or calendar', 'bookings.csv', bookings)
  await expect(summary(page)).toContainText('Lines4New bookings2Already exist0Problems2')
  // A service with another name in the file is assigned once, for all lines.
  await page.getByLabel('Voice-over stands for').selectOption('Voice session')
  await expect(summary(page)).toContainText('New bookings3Already exist0Problems1')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('No room is free at that time.')
  await expect(page.getByText('1 booking in the past will be added as completed.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Import 3 bookings', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 bookings and 1 client added.' })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'CSV file or calendar', 'bookings.csv', bookings)
  await page.getByLabel('Voice-over stands for').selectOption('Voice session')
  await expect(summary(page)).toContainText('New bookings0Already exist3Problems1')
  await expect(page.getByRole('button', { name: 'Import 0 bookings' })).toBeDisabled()

  await page.goto(`/studio/bookings?view=day&date=${futureDay}`)
  await expect(page.getByText('Cy New').first()).toBeVisible()
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()

  await page.goto('/studio/import?kind=bookings')
  const importEntry = page.getByRole('main').getByRole('listitem').filter({ hasText: '3 bookings and 1 client' })
  await importEntry.getByRole('button', { name: /^Undo the import/ }).click()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await expect(page.getByText('Import undone: 3 bookings and 1 client deleted')).toBeVisible()
  await expect(importEntry).toContainText('undone')
  await page.goto(`/studio/bookings?view=day&date=${futureDay}`)
  await expect(
    page
      .getByText('No bookings')
      .or(page.getByRole('heading', { name: 'Bookings' }))
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Cy New')).toHaveCount(0)
})

test('a phone imports a file whose dates could be read in two ways', variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, admin.email, '/studio/import?kind=bookings')
  const year = Number(today.slice(0, 4)) + 1
  await choose(
    page,
    'CSV file or calendar',
    'b.csv',
    `Date,Time,Hours,Client,Service\n04/03/${year},2pm,2,Ada,recording`,
  )
  await expect(page.getByText('Choose whether the day or the month comes first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 0 bookings' })).toBeDisabled()
  await page.getByLabel('Order of day and month').selectOption('Day first (31/12)')
  await page.getByRole('button', { name: 'Import 1 booking', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 booking and 1 client added.' })).toBeVisible()
})
