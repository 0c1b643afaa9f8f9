import type pg from 'pg'

/**
 * Reads the rights of a database as one line each: owners and grants of schemas, tables, columns, sequences and functions,
 * policies, whether tables force them, and triggers. Two databases with the same lines separate studios in the same way.
 */
export async function readRights(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(rightsSql)
  return rows.map(({ line }) => line)
}

const rightsSql = `
with ours as (select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('public', 'auth', 'app', 'door'))
select format('policy %I.%I %I: %s for %s to %s using (%s) check (%s)', schemaname, tablename, policyname, permissive, cmd,
  roles, qual, with_check) as line from pg_policies
union all
select format('schema %I owner %s grants %s', nspname, nspowner::regrole, nspacl) from ours
union all
select format('relation %I.%I kind %s owner %s policies %s forced %s grants %s', nspname, relname, relkind,
  relowner::regrole, relrowsecurity, relforcerowsecurity, relacl)
from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'S', 'v', 'm')
union all
select format('column %I.%I.%I grants %s', nspname, relname, attname, attacl)
from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace where attacl is not null
union all
select format('function %s owner %s definer %s grants %s text %s', p.oid::regprocedure, proowner::regrole, prosecdef, proacl,
  md5(prosrc))
from pg_proc p join ours on ours.oid = pronamespace
union all
select format('trigger %I.%I %I enabled %s', nspname, relname, tgname, tgenabled)
from pg_trigger t join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace where not tgisinternal
order by line`

const MOST_SHOWN = 3

/** Lists the first differences between two lists of rights; null if there are none. */
export function describeDifference(rights: string[], expected: string[]): string | null {
  const [here, there] = [new Set(rights), new Set(expected)]
  const lines = [
    ...expected.filter((line) => !here.has(line)).map((line) => `missing: ${line}`),
    ...rights.filter((line) => !there.has(line)).map((line) => `too many: ${line}`),
  ]
  return lines.length === 0 ? null : lines.slice(0, MOST_SHOWN).join('\n')
}
