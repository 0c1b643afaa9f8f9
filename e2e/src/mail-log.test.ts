import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPerson } from '@studiohub/testing/people.ts'
import { aPostOffice, type PostOffice } from '@studiohub/testing/post-office.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectAccessibleInEveryTheme } from './axe.ts'
import { anEmail, expect, signInAt, test, toast, variant } from './fixtures.ts'

// A separate server whose mail server rejects some addresses.
let server: ServerProcess
let postOffice: PostOffice
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-mail-'))
const operator = { email: 'operator@example.com', password: 'a password of operators' }

test.beforeAll(async () => {
  postOffice = await aPostOffice()
  await fillFromTemplate(dataDir)
  server = await startProcess({
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`,
    SUPER_ADMIN_EMAIL: operator.email,
    SUPER_ADMIN_PASSWORD: operator.password,
  })
})
test.afterAll(async () => {
  await server.stop()
  await postOffice.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an operator sees which emails were not sent, and why, and sends one again', async ({ aBrowser }) => {
  test.slow()
  const page = await aBrowser()
  await signInAt(page, operator.email, `${server.url}/super-admin?tab=mail&state=failed`, operator.password)
  await expect(page.getByText('Nothing failed')).toBeVisible()
  const [failedAddress, knownAddress] = [anEmail('lost'), anEmail('found')]
  postOffice.unknown.add(failedAddress)
  await aPerson(server, { full_name: 'Lost Letter', email: failedAddress })
  await aPerson(server, { full_name: 'Found Letter', email: knownAddress })
  const row = (text: string) =>
    page.getByRole('table', { name: 'Email log' }).getByRole('row').filter({ hasText: text })
  await expect(async () => {
    await page.reload()
    await expect(row(failedAddress)).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
  for (const text of ['Lost Letter', 'Welcome', 'Platform', 'Failed', '550'])
    await expect(row(failedAddress)).toContainText(text)
  await expectAccessibleInEveryTheme(page)
  postOffice.unknown.delete(failedAddress)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row(failedAddress)
    .getByRole('button', { name: /^Send again/ })
    .click()
  await expect(toast(page, 'The email will be sent again')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Sent' })
  await page.waitForURL((url) => url.searchParams.get('state') === 'sent')
  await expect(row(knownAddress)).toContainText('Sent')
  await expect(async () => {
    await page.reload()
    await expect(row(failedAddress)).toContainText('Sent', { timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
  await expectAccessibleInEveryTheme(page)
})

test('an operator sends a test email, and the log shows it', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await signInAt(page, operator.email, `${server.url}/super-admin?tab=mail`, operator.password)
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(toast(page, 'Test email is being sent to you')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Test email' }).first()
  await expect(row).toContainText(operator.email)
  await expect(row).toContainText('Sent')
  expect(postOffice.arrived.some(({ to, raw }) => to.includes(operator.email) && raw.includes('Test email from'))).toBe(
    true,
  )
})
