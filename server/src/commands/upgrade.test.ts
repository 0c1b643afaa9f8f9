import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { selectRows } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { runAdmin, startProcess } from '@studiohub/testing/processes.ts'
import { aServerDatabase } from '@studiohub/testing/server-databases.ts'
import { expect, test } from 'vitest'
import { readBackup } from '../platform/db/backup/read-backup.ts'

// Backups of the demo that earlier versions of the product wrote, each named by its last migration. The README next to them
// says how to add one.
const folder = fileURLToPath(new URL('../../../testing/earlier-schemas', import.meta.url))
const backups = readdirSync(folder).filter((name) => name.endsWith('.backup'))
const BOOKINGS_A_PAGE = 100
/** Tables that a later migration renamed, by their former name. */
const renamed: Record<string, string> = { 'public.client_imports': 'public.imports' }

test('there are backups of several schemas', () => {
  expect(backups.length).toBeGreaterThanOrEqual(4)
})

/** The number of rows of each of these tables. */
async function countRows(url: string, names: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const name of names) {
    const [row] = await selectRows(url, `select count(*)::int as rows from ${name}`)
    counts[name] = Number(row?.['rows'])
  }
  return counts
}

/** Signs an account of the demo in. @returns an API client */
async function signIn(url: string, email: string) {
  const credentials = { email, password: 'studiohub' }
  const { body } = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=password', credentials)
  return callAs(url, body.access_token)
}

test.each(backups)(
  '%s is migrated without the loss of a row, and the studio can be used',
  async (name) => {
    const path = join(folder, name)
    const { tables, migrations } = await readBackup(path)
    expect(name).toBe(`${migrations.at(-1)?.name}.backup`)
    const database = await aServerDatabase('empty')
    const env = {
      RATE_LIMIT: 'off',
      DEMO: 'off',
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
    }
    try {
      expect(await runAdmin(env, ['restore', path])).toMatchObject({ exit_code: 0 })
      const written = Object.fromEntries(tables.map((table) => [renamed[table.name] ?? table.name, table.rows]))
      // The restore adds an entry of its own.
      const expected = { ...written, 'public.audit_log': Number(written['public.audit_log']) + 1 }
      expect(await countRows(database.url, Object.keys(written))).toEqual(expected)
      // A backup does not contain its key.
      expect(await runAdmin(env, ['reset-keys', '--yes'])).toMatchObject({ exit_code: 0 })
      const server = await startProcess(env)
      try {
        await expectUsableStudio(server.url, database.url)
      } finally {
        await server.stop()
      }
    } finally {
      await database.drop()
    }
  },
  300_000,
)

/** The admin reads every part of the studio, and books a session. */
async function expectUsableStudio(url: string, databaseUrl: string) {
  const admin = await signIn(url, 'nora@northlight.example')
  const { studio } = (await admin.get('/me')).body
  const ofStudio = `/studios/${studio.id}`
  const paths = ['resources', 'services', 'crew', 'clients', 'conversations', 'invoices', 'packages', 'stats', 'setup']
  for (const path of [...paths.map((part) => `${ofStudio}/${part}`), '/projects', '/cards', '/tasks', '/notices'])
    expect(await admin.get(path), path).toMatchObject({ status: 200 })
  const [row] = await selectRows(
    databaseUrl,
    `select count(*)::int as count from bookings where studio_id = '${studio.id}'`,
  )
  expect(row?.['count']).toBeGreaterThan(50)
  expect(await countListed(admin, `${ofStudio}/bookings?since=2020-01-01`)).toBe(row?.['count'])
  const { key } = (await admin.get(`${ofStudio}/services`)).body.items[0]
  const session = aSession(plusDays(todayIn('UTC', new Date()), 100), { service_type: key })
  const created = await admin.post(`${ofStudio}/bookings`, session)
  expect(created, JSON.stringify(created.body)).toMatchObject({ status: 201 })
}

async function countListed(admin: ReturnType<typeof callAs>, path: string) {
  let count = 0
  for (let cursor = ''; ; ) {
    const { body } = await admin.get(`${path}&limit=${BOOKINGS_A_PAGE}${cursor}`)
    count += body.items.length
    if (!body.next_cursor) return count
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}
