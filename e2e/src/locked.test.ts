import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'

// A separate server, which limits password attempts and distinguishes networks by the proxy's header.
let server: ServerProcess
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-locked-'))
const mailbox = { outbox: join(dataDir, 'outbox') }

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  server = await startProcess({ DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: '1' })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('while strangers guess passwords, the owner signs in from a new network with an emailed code', async ({
  aBrowser,
}) => {
  const owner = await aPerson(server)
  await proveAddress({ ...server, ...mailbox }, owner)
  const stranger = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  const guess = { email: owner.email, password: 'a guess of a stranger' }
  let status = 0
  for (let tries = 0; status !== 429 && tries < 20; tries += 1) {
    status = (await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', guess, stranger))
      .status
  }
  expect(status).toBe(429)

  const page = await aBrowser({ width: 390, height: 844 })
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.9' })
  await page.goto(`${server.url}/auth/login`)
  await signIn(page, owner.email, owner.password)
  await expect(page.getByRole('alert')).toContainText('Too many failed attempts')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect(page.getByText(`If ${owner.email} belongs to an account`)).toBeVisible()
  await expectNoAxeViolations(page)
  const { code } = await nextMail(mailbox, owner.email, 'Your sign-in link')
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/onboarding/)
})
