import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'
import { noteBackup } from '../db/last-backup.ts'

const statusOfMetrics = async (env: Record<string, string>) => {
  const server = await startServer({ env })
  const { status } = await callAs(server.url, null).request('GET', '/metrics')
  await server.stop()
  return status
}

test('without a token the metrics are readable on this machine only, and never through a proxy', async () => {
  expect(await statusOfMetrics({})).toBe(200)
  expect(await statusOfMetrics({ PUBLIC_URL: 'https://studios.example', RATE_LIMIT: 'on' })).toBe(404)
})

test('the metrics count jobs, emails, connections, streams, domains and the time since the last backup', async () => {
  const server = await startServer()
  const person = await aPerson(server)
  await nextMail(server, person.email, 'Welcome')
  const read = async () => (await callAs(server.url, null).request('GET', '/metrics')).text
  const figureOf = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    )
  const text = await read()
  for (const state of ['waiting', 'scheduled', 'active', 'failed'])
    expect(figureOf(text, `studiohub_jobs{state="${state}"}`)).toBeGreaterThanOrEqual(0)
  expect(figureOf(text, 'studiohub_mails_total{outcome="sent",reason=""}')).toBeGreaterThanOrEqual(1)
  expect(figureOf(text, 'studiohub_database_connections{state="open"}')).toBeGreaterThanOrEqual(1)
  expect(figureOf(text, 'studiohub_open_streams')).toBe(0)
  expect(figureOf(text, 'studiohub_domains{state="proven"}')).toBe(0)
  expect(figureOf(text, 'studiohub_oldest_waiting_job_seconds')).toBeGreaterThanOrEqual(0)
  expect(figureOf(text, 'studiohub_backup_age_seconds')).toBe(-1)
  expect(await noteBackup(server.databaseUrl, new Date(Date.now() - 3_600_000))).toBe(true)
  const age = figureOf(await read(), 'studiohub_backup_age_seconds')
  expect(age).toBeGreaterThanOrEqual(3_599)
  expect(age).toBeLessThan(7_200)
  await server.stop()
})
