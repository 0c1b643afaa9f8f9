import { callAs } from '@studiohub/testing/http.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'

/** Stops everything in this process for a time, like a computer that is busy with something else. */
const stallProcess = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('requests are answered after the process has stalled for a second several times', async () => {
  const server = await startServer({ env: { RATE_LIMIT: 'on' } })
  const statuses: number[] = []
  for (let stalls = 0; stalls < 6; stalls += 1) {
    stallProcess(1_200)
    statuses.push((await callAs(server.url, null).get('/me')).status)
  }
  await server.stop()
  expect(statuses).toEqual(Array(6).fill(401))
})
