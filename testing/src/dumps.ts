import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import pg from 'pg'

/** Runs a PostgreSQL tool such as `pg_dump`. @returns exit code and error output */
export function runPostgresTool(name: 'pg_dump' | 'pg_restore', args: string[]) {
  const major = (path: string) => Number(path.match(/(\d+)\/bin/)?.[1] ?? 0)
  const paths = globSync([`/usr/lib/postgresql/*/bin/${name}`, `/opt/homebrew/opt/postgresql@*/bin/${name}`])
  const [newest = name] = paths.sort((a, b) => major(b) - major(a))
  const { status, stderr } = spawnSync(newest, args, { encoding: 'utf8' })
  return { status, output: stderr }
}

/** Creates an empty database on the server of `url`. @returns its URL */
export async function anEmptyDatabase(url: string, name: string): Promise<string> {
  await selectRows(url, `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The policies, owners and grants of a database. */
export const listDatabaseRights = (url: string) =>
  selectRows(
    url,
    `select 'policy' as kind, format('%s.%s %s %s %s', schemaname, tablename, policyname, roles, qual) as what from pg_policies
    union all
    select 'table', format('%s %s %s %s', c.oid::regclass, c.relowner::regrole, c.relforcerowsecurity, c.relacl)
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
    order by 1, 2`,
  )

/** Runs a query as superuser. */
export async function selectRows(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
