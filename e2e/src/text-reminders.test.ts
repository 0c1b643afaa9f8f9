import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { signedHeaders, TEXT_SECRET } from '@studiohub/testing/text-gateway.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

test.describe.configure({ mode: 'default' })

// A separate server that is set up for text messages. It has no gateway, so messages are offered but never sent.
let server: ServerProcess
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-texts-'))

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  const texts = { SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', SMS_WEBHOOK_SECRET: TEXT_SECRET }
  const cheap = { RATE_LIMIT: 'off', PASSWORD_HASH_COST: 'test' }
  server = await startProcess({ DATA_DIR: dataDir, DEMO: 'off', ...cheap, ...texts })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a studio texts reminders to clients who agree, until they answer STOP', variant, async ({ aBrowser }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, `${server.url}/studio/settings?tab=reminders`)
  const texts = page.getByRole('group', { name: 'Remind by text message' })
  await texts.getByRole('checkbox', { name: '1 day before' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Settings updated successfully')).toBeVisible()

  // The client agrees while booking, after a number that no text message reaches.
  const phone = await aBrowser({ width: 390, height: 844 })
  await signInAt(phone, client.email, `${server.url}/${studio.slug}/bookings`)
  await phone.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = phone.getByRole('dialog', { name: 'Create New Booking' })
  await dialog.getByLabel('Mobile number for reminders').fill('+49 112')
  await dialog.getByRole('button', { name: 'Text me before my sessions' }).click()
  await expect(dialog.getByText(/^Text messages cannot reach this number/)).toBeVisible()
  await dialog.getByLabel('Mobile number for reminders').fill('+49 171 2345678')
  await expectNoAxeViolations(phone)
  await dialog.getByRole('button', { name: 'Text me before my sessions' }).click()
  await expect(toast(phone, 'Text reminders are on')).toBeVisible()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Mobile number for reminders')).toBeHidden()

  // The desk sees it on the record, and that the number answered STOP.
  await page.goto(`${server.url}/studio/clients`)
  await page
    .getByRole('row', { name: /Cleo Client/ })
    .getByRole('button', { name: 'History' })
    .click()
  const record = page.getByRole('region', { name: 'Text reminders' })
  await expect(record).toContainText('To +491712345678. The client agreed')
  const body = JSON.stringify({ from: '+491712345678', text: 'STOP' })
  const response = await fetch(`${server.url}/api/v1/webhooks/texts`, {
    method: 'POST',
    headers: signedHeaders(body),
    body,
  })
  expect(response.status).toBe(200)
  await expect(record.getByText(/^This number answered STOP on/)).toBeVisible()
  await expectNoAxeViolations(page)

  // The client ends it on the profile.
  await phone.goto(`${server.url}/profile?tab=notifications`)
  await expect(phone.getByText(/^This number answered STOP/)).toBeVisible()
  await phone.getByRole('button', { name: 'Stop text messages' }).click()
  await expect(toast(phone, 'Text reminders are off')).toBeVisible()
  await expect(record.getByText('Add a mobile number to the record first.')).toBeVisible()
})
