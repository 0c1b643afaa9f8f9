import { callAs } from '@studiohub/testing/http.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { prepareFirstStart } from '../first-start.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/process/log.ts'
import { start } from '../start.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the demo loads late in the evening, when it is already tomorrow at its studios', {
  timeout: 300_000,
}, async () => {
  const installation = await aServerEnvironment({ DEMO: 'on' }, 'template')
  const config = readConfig(installation.environment)
  const log = createLog('silent')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(23, 30), shouldAdvanceTime: true })
  const running = await start(config, log, {
    async prepare(openApp, engine) {
      await prepareFirstStart(openApp, { config, log, print: () => undefined, engine })
    },
  })
  const { body } = await callAs(installation.url, null).get('/public/studios')
  expect(body.items).toHaveLength(4)
  await running.stop()
  await installation.remove()
})
