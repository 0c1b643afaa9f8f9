import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selectRows } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRejectedServer } from '@studiohub/testing/processes.ts'
import { anAppFactor, appCode, authAs } from '@studiohub/testing/second-factor.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { decodeProtectedHeader } from 'jose'
import pg from 'pg'
import { expect, test } from 'vitest'
import { reseal, setSecretKey } from '../platform/auth/secrets.ts'

const quiet = { RATE_LIMIT: 'off', DEMO: 'off' }

const signIn = async (server: { url: string }, { email, password }: TestUser) =>
  (await authAs(server, null)('POST', '/token?grant_type=password', { email, password })).body
const refresh = async (server: { url: string }, refresh_token: string) =>
  (await authAs(server, null)('POST', '/token?grant_type=refresh_token', { refresh_token })).status

const listKeyIds = async ({ url }: { url: string }) =>
  (await callAs(url, null).request('GET', '/auth/v1/.well-known/jwks.json')).body.keys.map(
    ({ kid }: { kid: string }) => kid,
  )

test('an embedded server gets a new key, and all sealed data opens without the former one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  await fillFromTemplate(dataDir)
  const env = { ...quiet, DATA_DIR: dataDir }
  const keyFile = join(dataDir, 'secret.key')
  const first = await startProcess(env)
  const [plainPerson, factorPerson] = [await aPerson(first), await aPerson(first)]
  const session = await signIn(first, plainPerson)
  const app = await anAppFactor(first, factorPerson.token, new Date())
  const runWhileServing = await runAdmin(env, ['rotate-key'])
  expect(runWhileServing.exit_code).toBe(1)
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
    expect(await listKeyIds(second)).toContain(decodeProtectedHeader(session.access_token).kid)
    expect(await refresh(second, session.refresh_token)).toBe(200)
    const call = authAs(second, (await signIn(second, factorPerson)).access_token)
    const { body } = await call('POST', `/factors/${app.factor_id}/challenge`)
    const attempt = { challenge_id: body.id, code: appCode(app.secret, new Date(), 1) }
    expect((await call('POST', `/factors/${app.factor_id}/verify`, attempt)).status).toBe(200)
  } finally {
    await second.stop()
    rmSync(dataDir, { recursive: true })
  }
}, 300_000)

/** Lists every sealed value of a database, in any table, except the data of completed jobs. */
async function listSealedValues(connectionString: string): Promise<string[]> {
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
    const values = new Set<string>()
    for (const { query } of columns.rows) {
      const { rows } = await client.query(query)
      for (const { value } of rows)
        for (const [sealed] of (value ?? '').matchAll(/\bv1\.[\w-]{38,}/g)) values.add(sealed)
    }
    return [...values]
  } finally {
    await client.end()
  }
}

test('a server accepts both keys until all data is sealed again, and then only the new one', async () => {
  const postgres = await startOwnPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  const base = { ...quiet, DATA_DIR: folder, DATABASE_URL: postgres.url }
  const [oldKey, newKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const envWithBothKeys = { ...base, SECRET_KEY: newKey, FORMER_SECRET_KEY: oldKey }
  const outbox = { outbox: join(folder, 'outbox') }
  try {
    const first = await startProcess({ ...base, SECRET_KEY: oldKey })
    const [person, other] = [await aPerson(first), await aPerson(first)]
    const session = await signIn(first, other)
    await authAs(first, null)('POST', '/recover', { email: person.email })
    const { code } = await nextMail(outbox, person.email, 'password')
    const { studio, admin } = await aStudio(first)
    await admin.put(`/studios/${studio.id}/sender`, { address: 'desk@harbour.example' })
    await first.stop()
    // No mail server listens at this address, so the email waits.
    const serverWithoutMail = await startProcess({ ...base, SECRET_KEY: oldKey, SMTP_URL: 'smtp://127.0.0.1:1' })
    await authAs(serverWithoutMail, null)('POST', '/recover', { email: other.email })
    await serverWithoutMail.stop()
    const runWithoutNewKey = await runAdmin({ ...base, SECRET_KEY: oldKey }, ['rotate-key'])
    expect(runWithoutNewKey).toMatchObject({ exit_code: 1 })
    expect(runWithoutNewKey.output).toContain('Set SECRET_KEY to a new key')

    const second = await startProcess({ ...envWithBothKeys, SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(await listKeyIds(second)).toContain(decodeProtectedHeader(session.access_token).kid)
    const proof = { type: 'recovery', email: person.email, token: code }
    expect((await authAs(second, null)('POST', '/verify', proof)).status, 'a code of the former key').toBe(200)
    const rotated = await runAdmin(envWithBothKeys, ['rotate-key'])
    expect(rotated.output).toMatch(/^[1-9]\d* values and [1-9]\d* waiting messages were sealed again/)
    await second.stop()
    const values = await listSealedValues(postgres.url)
    const [sender] = await selectRows(postgres.url, 'select private_key from studio_senders')
    expect(values).toContain(sender?.['private_key'])
    expect(values.length).toBeGreaterThan(4)
    setSecretKey(Buffer.from(newKey, 'hex'), Buffer.from(oldKey, 'hex'))
    expect(values.filter((value) => reseal(value) !== null)).toEqual([])

    const third = await startProcess({ ...base, SECRET_KEY: newKey })
    expect(await refresh(third, session.refresh_token)).toBe(200)
    await third.stop()
    expect((await startRejectedServer({ ...base, SECRET_KEY: oldKey })).output).toMatch(
      /^SECRET_KEY: is not the key of this database/,
    )
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}, 300_000)
