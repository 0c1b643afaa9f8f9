import type pg from 'pg'

/** The schemas of the product. The schema of the queue is not among them, because jobs are not copied. */
const schemas = ['public', 'auth', 'app', 'door']

/** Tables whose rows are not copied. After a restore they are empty. */
const leftOut = new Set([
  // The migrations create it; the manifest lists its content.
  'public.schema_migrations',
  // Everyone has to sign in again, because a stolen backup must not open a session.
  'auth.sessions',
  // Views of operators, each of which belongs to a session.
  'public.owner_views',
  // Browsers that show notifications, each of which belongs to a session.
  'public.push_devices',
  'auth.factor_challenges',
  'auth.passkey_challenges',
  // Sign-ins and confirmations in progress. Their links and codes must not work twice.
  'auth.flow_states',
  'auth.one_time_tokens',
  // Pending removals of second factors. The owner may have cancelled one after the backup, so the wait starts again.
  'auth.factor_waits',
  // Exports of studios that can be downloaded for some days. Their files are not in a backup either.
  'public.studio_exports',
  // Rate limits of the last few minutes.
  'auth.rate_limits',
])

/** A table as the catalog describes it. */
export type Table = {
  /** Schema and table name; it needs no quotes. */
  name: string
  /** All columns except generated ones, with quotes if SQL needs them. */
  columns: string[]
  /** The primary key, as an ORDER BY that gives the same order under every collation. */
  order: string[]
  /** Whether its policies also apply to its owner. */
  is_forced: boolean
  has_triggers: boolean
  /** Columns with a sequence. */
  identities: string[]
  /** Other tables that its foreign keys refer to. */
  refers_to: string[]
}

/** The tables to copy, each after the tables that it refers to, and the names of the tables that are left out. */
export type Tables = { copied: Table[]; left_out: string[] }

/** Lists the tables from the catalog, so a new table is copied without being named here. */
export async function listTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<Table>(
    `
    select n.nspname || '.' || c.relname as name, c.relforcerowsecurity as is_forced,
      array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum) as columns,
      array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
        from pg_index i cross join unnest(i.indkey) with ordinality key (attnum, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
        where i.indrelid = c.oid and i.indisprimary order by key.position) as order,
      exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as has_triggers,
      array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identities,
      array(select distinct rn.nspname || '.' || r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
        join pg_namespace rn on rn.oid = r.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid order by 1) as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`,
    [schemas],
  )
  const copied = rows.filter(({ name }) => !leftOut.has(name))
  for (const { name, order } of copied) if (order.length === 0) throw new Error(`${name} has no primary key`)
  return {
    copied: sortByReferences(copied),
    left_out: rows.map(({ name }) => name).filter((name) => leftOut.has(name)),
  }
}

function sortByReferences(tables: Table[]): Table[] {
  const ordered = new Map<string, Table>()
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ name, refers_to }) => !ordered.has(name) && refers_to.every((referenced) => ordered.has(referenced)),
    )
    // True also if the table refers to one that is not copied, because its rows could not be loaded.
    if (next.length === 0) {
      const names = tables.map(({ name }) => name).filter((name) => !ordered.has(name))
      throw new Error(`these tables cannot be loaded one after the other: ${names.join(', ')}`)
    }
    for (const table of next) ordered.set(table.name, table)
  }
  return [...ordered.values()]
}
