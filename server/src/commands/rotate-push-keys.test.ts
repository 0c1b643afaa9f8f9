import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { runAdmin, type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aPushService } from '@studiohub/testing/push-service.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const today = todayIn('UTC', new Date())
const WAIT = { timeout: 60_000, interval: 100 }
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
const env = { RATE_LIMIT: 'off', DEMO: 'off', OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: dataDir }
let server: ServerProcess
let pushService: Awaited<ReturnType<typeof aPushService>>

beforeAll(async () => {
  pushService = await aPushService()
  await fillFromTemplate(dataDir)
  server = await startProcess(env)
})
afterAll(async () => {
  await server?.stop()
  pushService.stop()
  rmSync(dataDir, { recursive: true })
})

test('rotating the push keys removes all devices while the server runs, and browsers can subscribe again', async () => {
  const { admin, client, studio } = await aStudio(server, { timezone: 'UTC' })
  const getPublicKey = async (): Promise<string> => (await admin.get('/me/push')).body.public_key
  const formerKey = await getPublicKey()
  const [formerBrowser, newBrowser] = [pushService.subscribe(), pushService.subscribe()]
  pushService.sender.public_key = formerKey
  const device = { ...formerBrowser.subscription, public_key: formerKey }
  expect((await admin.put('/me/push/device', device)).status).toBe(200)
  await aBooking(client, studio.id, today)
  await vi.waitFor(() => expect(formerBrowser.messages).toHaveLength(1), WAIT)

  const { exit_code, output } = await runAdmin(env, ['rotate-push-keys'])
  expect(output).toMatch(/^The keys for notifications on devices were replaced\. 1 device ended\./)
  expect(exit_code).toBe(0)
  const public_key = await getPublicKey()
  expect(public_key).not.toBe(formerKey)
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  // A page that was opened before the rotation still sends the former key.
  expectError(await admin.put('/me/push/device', device), 'PUSH_KEY_CHANGED')

  // At the next visit, the browser subscribes with the new key, and the server signs its messages with it.
  pushService.sender.public_key = public_key
  expect((await admin.put('/me/push/device', { ...newBrowser.subscription, public_key })).status).toBe(200)
  await aBooking(client, studio.id, today, { start_time: '16:00', end_time: '17:00' })
  await vi.waitFor(() => expect(newBrowser.messages).toHaveLength(1), WAIT)
  expect(formerBrowser.messages).toHaveLength(1)
  expect(pushService.calls.map(({ problem }) => problem)).toEqual([null, null])
})

test('keys that the operator has set in the environment are not replaced', async () => {
  // The key pair of the example in RFC 8292.
  const keys = {
    VAPID_PUBLIC_KEY: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    VAPID_PRIVATE_KEY: 'dMpe3Lwr0TcP0YT2GmTQLYBlO_mGgDmFAOsI_iWE9tk',
  }
  const { exit_code, output } = await runAdmin({ ...env, ...keys }, ['rotate-push-keys'])
  expect(exit_code).toBe(1)
  expect(output).toContain('The keys are set by VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY')
})
