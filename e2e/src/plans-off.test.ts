import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPerson, aStudio } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expect, signInAt, test, variant } from './fixtures.ts'

test.describe.configure({ mode: 'default' })

// A separate server whose operator has switched plans off.
let server: ServerProcess
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-plans-off-'))
const operator = { email: 'opal@example.com', password: 'correct horse battery' }

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  const account = { SUPER_ADMIN_EMAIL: operator.email, SUPER_ADMIN_PASSWORD: operator.password }
  const settings = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', PLANS: 'off', ...account }
  server = await startProcess(settings)
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a platform without plans shows neither plans nor prices', async ({ aBrowser }) => {
  test.slow()
  const visitor = await aBrowser()
  const sitemap = await (await visitor.request.get(`${server.url}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    const html = await (await visitor.request.get(address)).text()
    expect(html, address).not.toMatch(/\$(199|499)|free for 14 days|#pricing|plans-and-trial/)
  }
  await visitor.goto(server.url)
  await expect(visitor.getByRole('link', { name: 'Features' }).first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Pricing' })).toHaveCount(0)
  await visitor.goto(`${server.url}/docs/plans-and-trial`)
  await expect(visitor.getByText('Free trial')).toHaveCount(0)

  const page = await aBrowser()
  const founder = await aPerson(server)
  await signInAt(page, founder.email, `${server.url}/auth/onboarding`, founder.password)
  await page.getByRole('radio', { name: /Studio Admin/ }).check()
  await page.getByLabel('Studio name').fill('Quiet Room')
  await page.getByLabel('Studio type').selectOption('recording')
  await expect(page.getByRole('group', { name: 'Plan' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(/\/studio$/)
  await page.goto(`${server.url}/studio/settings?tab=plan`)
  await expect(page.getByRole('tab', { name: 'Basic Information' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Plan', exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Rooms & equipment' }).click()
  await expect(page.getByRole('button', { name: 'Add room' })).toBeVisible()
  await expect(page.getByRole('meter')).toHaveCount(0)
})

test('its operator sees no plans either', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await aStudio(server)
  await signInAt(page, operator.email, `${server.url}/super-admin`, operator.password)
  await expect(page.getByText('Total Studios')).toBeVisible()
  await expect(page.getByText('Monthly Revenue')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Plans' })).toHaveCount(0)
  await page.goto(`${server.url}/super-admin/studios`)
  await expect(page.getByRole('table', { name: 'Studios' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Plan' })).toHaveCount(0)
})
