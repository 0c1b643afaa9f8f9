import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, type Person } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRefused } from '@studiohub/testing/processes.ts'
import { anAppFactor, appCode, authAs } from '@studiohub/testing/second-factor.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { decodeProtectedHeader } from 'jose'
import pg from 'pg'
import { expect, test } from 'vitest'
import { reseal, useSecretKey } from '../platform/auth/secrets.ts'

const quiet = { RATE_LIMIT: 'off', DEMO: 'off' }

const signIn = async (server: { url: string }, { email, password }: Person) =>
  (await authAs(server, null)('POST', '/token?grant_type=password', { email, password })).body
const refresh = async (server: { url: string }, refresh_token: string) =>
  (await authAs(server, null)('POST', '/token?grant_type=refresh_token', { refresh_token })).status

const published = async ({ url }: { url: string }) =>
  (await callAs(url, null).request('GET', '/auth/v1/.well-known/jwks.json')).body.keys.map(
    ({ kid }: { kid: string }) => kid,
  )

test('the embedded product gets a new key, and all sealed data still opens without the former one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  await fillFromTemplate(dataDir)
  const env = { ...quiet, DATA_DIR: dataDir }
  const keyFile = join(dataDir, 'secret.key')
  const first = await startProcess(env)
  const [plain, careful] = [await aPerson(first), await aPerson(first)]
  const session = await signIn(first, plain)
  const app = await anAppFactor(first, careful.token, new Date())
  const running = await runAdmin(env, ['rotate-key'])
  expect(running.exit_code).toBe(1)
  const key = readFileSync(keyFile, 'utf8')
  expect(await first.stop()).toBe(0)

  const rotated = await runAdmin(env, ['rotate-key'])
  expect(rotated.output).toMatch(/^\d+ values and 0 waiting messages were sealed again/)
  expect(rotated.output).toContain('delete')
  expect(rotated.exit_code).toBe(0)
  expect(readFileSync(keyFile, 'utf8')).not.toBe(key)
  expect(readFileSync(`${keyFile}.former`, 'utf8')).toBe(key)
  rmSync(`${keyFile}.former`)

  const second = await startProcess(env)
  try {
    expect(await published(second)).toContain(decodeProtectedHeader(session.access_token).kid)
    expect(await refresh(second, session.refresh_token)).toBe(200)
    const call = authAs(second, (await signIn(second, careful)).access_token)
    const { body } = await call('POST', `/factors/${app.factor_id}/challenge`)
    const answer = { challenge_id: body.id, code: appCode(app.secret, new Date(), 1) }
    expect((await call('POST', `/factors/${app.factor_id}/verify`, answer)).status).toBe(200)
  } finally {
    await second.stop()
    rmSync(dataDir, { recursive: true })
  }
}, 300_000)

/** Every sealed value of a database, in any table. Completed jobs need none. */
async function sealedValues(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const columns = await client.query(
      `select format('select %I::text as value from %I.%I', column_name, table_schema, table_name)
         || case when column_name = 'data' and table_name like 'job%' then ' where state <> ''completed''' else '' end as query
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and data_type in ('text', 'jsonb')
         and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const found = new Set<string>()
    for (const { query } of columns.rows) {
      const { rows } = await client.query(query)
      for (const { value } of rows)
        for (const [sealed] of (value ?? '').matchAll(/\bv1\.[\w-]{38,}/g)) found.add(sealed)
    }
    return [...found]
  } finally {
    await client.end()
  }
}

test('a server accepts both keys until all data is sealed again, and then only the new one', async () => {
  const postgres = await startOwnPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  const base = { ...quiet, DATA_DIR: folder, DATABASE_URL: postgres.url }
  const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const both = { ...base, SECRET_KEY: fresh, FORMER_SECRET_KEY: old }
  const outbox = { outbox: join(folder, 'outbox') }
  try {
    const first = await startProcess({ ...base, SECRET_KEY: old })
    const [person, other] = [await aPerson(first), await aPerson(first)]
    const session = await signIn(first, other)
    await authAs(first, null)('POST', '/recover', { email: person.email })
    const { code } = await nextMail(outbox, person.email, 'password')
    const { studio, admin } = await aStudio(first)
    await admin.put(`/studios/${studio.id}/sender`, { address: 'desk@harbour.example' })
    await first.stop()
    // Nothing listens there, so this mail waits.
    const waiting = await startProcess({ ...base, SECRET_KEY: old, SMTP_URL: 'smtp://127.0.0.1:1' })
    await authAs(waiting, null)('POST', '/recover', { email: other.email })
    await waiting.stop()
    const alone = await runAdmin({ ...base, SECRET_KEY: old }, ['rotate-key'])
    expect(alone).toMatchObject({ exit_code: 1 })
    expect(alone.output).toContain('Set SECRET_KEY to a new key')

    const second = await startProcess({ ...both, SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(await published(second)).toContain(decodeProtectedHeader(session.access_token).kid)
    const guess = { type: 'recovery', email: person.email, token: code }
    expect((await authAs(second, null)('POST', '/verify', guess)).status, 'a code of the former key').toBe(200)
    const rotated = await runAdmin(both, ['rotate-key'])
    expect(rotated.output).toMatch(/^[1-9]\d* values and [1-9]\d* waiting messages were sealed again/)
    await second.stop()
    const values = await sealedValues(postgres.url)
    const [sender] = await rowsOf(postgres.url, 'select private_key from studio_senders')
    expect(values).toContain(sender?.['private_key'])
    expect(values.length).toBeGreaterThan(4)
    useSecretKey(Buffer.from(fresh, 'hex'), Buffer.from(old, 'hex'))
    expect(values.filter((value) => reseal(value) !== null)).toEqual([])

    const third = await startProcess({ ...base, SECRET_KEY: fresh })
    expect(await refresh(third, session.refresh_token)).toBe(200)
    await third.stop()
    expect((await startRefused({ ...base, SECRET_KEY: old })).output).toMatch(
      /^SECRET_KEY: is not the key of this database/,
    )
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}, 300_000)
