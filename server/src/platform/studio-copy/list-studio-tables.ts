import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/** Runs one statement, on a connection (import) or in a transaction (export). */
export type Run = (text: string) => Promise<Record<string, unknown>[]>

/** Returns a function that runs statements in a transaction. */
export const runIn =
  (tx: Tx): Run =>
  async (text) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows

/** Tables whose rows belong to a studio and are not exported, each with the reason. */
const leftOutTables: Record<string, string> = {
  calendar_revisions: 'a random value that changes with the calendar',
  webhook_changes: 'changes that wait to be sent to webhooks',
  webhooks: 'an address and a secret of another program: they are entered again',
  webhook_deliveries: 'calls to webhooks',
  connected_calendars: 'an address or an account of another program: they are connected again',
  studio_senders: 'private keys: the domain of emails is set up again',
  invitations: 'secret links; people of the crew are invited again',
  client_invitations: 'secret links',
  invoice_links: 'links that open an invoice without signing in',
  visitor_holds: 'times that are held for 15 minutes behind a secret link',
  saved_cards: 'permissions to charge a card, which only work with the account at the provider',
  card_accounts: 'the account at the provider: it is connected again',
  card_comparisons: 'the state of the nightly comparison with the provider',
  card_differences: 'results of the nightly comparison with the provider',
  payment_events: 'events of the provider that were handled',
  studio_exports: 'earlier exports',
}

/** Tables without rows of a studio. A test fails for a new table that is in neither list and has no `studio_id`. */
export const tablesOfNoStudio = [
  'ai_agents',
  'contact_requests',
  'idempotency_keys',
  'partnership_applications',
  'profiles',
  'push_devices',
  'push_settings',
  'schema_migrations',
  'text_stops',
  'webinar_registrations',
]

/** Columns that are not exported, each with the value that an import writes instead; null for the default of the column. */
const leftOutColumns: Record<string, string | null> = {
  // The proof of a domain is valid for one installation only.
  'studios.domain_token': null,
  'studios.domain_verified_at': null,
  'studios.domain_missing_since': null,
  // Sessions, requests and keys of the installation.
  'audit_log.session_id': null,
  'audit_log.request_id': null,
  'audit_log.key_id': null,
  // Codes of addresses, made with the installation's key, and answers of mail servers, which contain addresses.
  'booking_messages.address_mac': null,
  'booking_messages.phone_mac': null,
  'booking_messages.last_error': null,
  'mail_deliveries.address_mac': null,
  'mail_deliveries.last_error': null,
  'conversation_messages.mail_from_mac': null,
  // This key recognizes an email that arrives twice. A message that came by email must have one.
  'conversation_messages.mail_key': `case when row ->> 'via' = 'mail' then row ->> 'id' end`,
  'message_files.upload_key': 'gen_random_uuid()',
  // Pages of the provider that open without signing in here.
  'card_payments.checkout_id': null,
  'card_payments.checkout_url': null,
  'card_disputes.evidence_url': null,
  // The account of the studio at the provider of plans.
  'studio_subscriptions.provider': null,
  'studio_subscriptions.stripe_customer_id': null,
  'studio_subscriptions.stripe_subscription_id': null,
  'studio_subscriptions.stripe_checkout_id': null,
}

// A column with such a name must be in one of the two lists, so that a new secret is not exported by mistake.
const SECRET_NAME = /secret|token|hash|mac$|key|private|password|url|link|code/
const harmlessColumns = new Set([
  'studios.background_image_url',
  'studios.favicon_url',
  'studios.hero_image_url',
  'studios.logo_url',
  'studios.links',
  'studios.review_url',
  'pictures.url',
  'pictures.small_url',
  'pictures.service_key',
  'card_files.file_key',
  'card_files.preview_key',
  'message_files.file_key',
  'message_files.preview_key',
  'studio_services.key',
  'studio_services.tax_key',
  'studio_services.import_hash',
  'bookings.import_key',
  'projects.import_key',
  'ledger_entries.event_key',
  'discounts.code',
])

/** Tables that are the same in every installation, and the column that identifies a row there. */
const catalogs: Record<string, string> = { ai_agents: 'key' }

/** Values that an import writes instead of the exported ones. A studio opens only when its admin or an operator opens it. */
const setOnImport: Record<string, Record<string, string>> = {
  // Jobs send nothing for a studio that was never opened here. The former installation may still run.
  studios: { is_active: 'false', suspended_at: 'null', opened_at: 'null', custom_domain: 'null' },
  // Emails that were waiting are not sent by another installation.
  booking_messages: { state: `case row ->> 'state' when 'waiting' then 'skipped' else row ->> 'state' end` },
  mail_deliveries: { state: `case row ->> 'state' when 'waiting' then 'skipped' else row ->> 'state' end` },
}

export type StudioColumn = {
  name: string
  type: string
  /** Whether it refers to a person. An import leaves it empty, because accounts are not exported. */
  isPerson: boolean
}

/** A table with rows of a studio, and what an export and an import do with it. */
export type StudioTable = {
  name: string
  /** The condition for the rows of a studio. The studio's id must be appended. */
  where: string
  order: string[]
  /** All columns of the export. */
  columns: StudioColumn[]
  /** The expressions that an export reads instead of a column. */
  reads: Record<string, string>
  /** The expressions over `row` that an import writes instead of the exported value of a column. */
  writes: Record<string, string>
  /** Columns with the key of a stored file, or its public address. */
  files: string[]
}

type StudioTables = { tables: StudioTable[]; leftOut: Record<string, string> }

type Column = { name: string; type: string; required: boolean; has_default: boolean; generated: boolean }
type Key = { columns: string[]; to_schema: string; to_table: string; to_columns: string[]; on_delete: string }
type CatalogTable = { name: string; columns: Column[]; order: string[]; keys: Key[] }

const catalogSql = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'required', a.attnotnull,
        'has_default', a.atthasdef, 'generated', a.attgenerated <> '' or a.attidentity <> '') order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.at)
      from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, at)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as order,
    (select coalesce(json_agg(json_build_object('columns', (select json_agg(a.attname order by k.at)
          from unnest(f.conkey) with ordinality k (attnum, at) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
        'to_columns', (select json_agg(a.attname order by k.at)
          from unnest(f.confkey) with ordinality k (attnum, at) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum),
        'to_schema', rn.nspname, 'to_table', r.relname, 'on_delete', f.confdeltype) order by f.conname), '[]')
      from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
      where f.conrelid = c.oid and f.contype = 'f') as keys
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'studios' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'studio_id'
      and not a.attisdropped))
  order by 1`

const PERSONAL = 'rows of one person, which are in the export of their account'

/**
 * Lists the tables with rows of a studio from the catalog, each after the tables that it refers to. A new table is exported
 * without being named here. Rows that cannot exist without an account belong to that person and are left out.
 * @throws if the name of a new column is like that of a secret, and it is in neither list
 */
export async function listStudioTables(run: Run): Promise<StudioTables> {
  const tables = (await run(catalogSql)) as CatalogTable[]
  const leftOut = { ...leftOutTables }
  for (let size = -1; size !== Object.keys(leftOut).length; ) {
    size = Object.keys(leftOut).length
    for (const table of tables) if (!leftOut[table.name] && isPersonal(table, leftOut)) leftOut[table.name] = PERSONAL
  }
  const exported = tables.filter(({ name }) => !leftOut[name])
  return { tables: sortByReferences(exported).map((table) => describeTable(table, leftOut)), leftOut }
}

const isPersonKey = ({ to_schema, to_table }: Key) =>
  to_schema === 'auth' || to_table === 'profiles' || to_table === 'user_roles'

const columnsOfKey = ({ columns }: Key) => columns.filter((name) => name !== 'studio_id')

function isPersonal({ columns, keys }: CatalogTable, leftOut: Record<string, string>): boolean {
  const isRequired = (name: string) => columns.some((column) => column.name === name && column.required)
  return keys.some((key) => (isPersonKey(key) || leftOut[key.to_table]) && columnsOfKey(key).every(isRequired))
}

function sortByReferences(tables: CatalogTable[]): CatalogTable[] {
  const ordered = new Set<CatalogTable>()
  const isPlaced = (name: string) => [...ordered].some((table) => table.name === name)
  const isExported = (name: string) => tables.some((table) => table.name === name)
  while (ordered.size < tables.length) {
    const next = tables.filter(
      (table) =>
        !ordered.has(table) &&
        table.keys.every(({ to_table: to }) => to === table.name || !isExported(to) || isPlaced(to)),
    )
    if (next.length === 0) throw new Error('the tables of a studio refer to each other in a circle')
    for (const table of next) ordered.add(table)
  }
  return [...ordered]
}

function describeTable(table: CatalogTable, leftOut: Record<string, string>): StudioTable {
  const { name, keys } = table
  const toLeftOut = keys.filter((key) => leftOut[key.to_table])
  const dropped = toLeftOut.flatMap(columnsOfKey)
  // The database deletes such a row together with its parent, so it is not exported without it.
  const conditions = toLeftOut.filter(({ on_delete }) => on_delete === 'c').flatMap(columnsOfKey)
  const people = new Set(keys.filter(isPersonKey).flatMap(columnsOfKey))
  const columns = table.columns.filter(
    (column) =>
      !column.generated && !dropped.includes(column.name) && leftOutColumns[`${name}.${column.name}`] === undefined,
  )
  const reads = readsOf(table, columns)
  for (const column of columns) requireDecision(`${name}.${column.name}`, people.has(column.name))
  return {
    name,
    where: [
      ...conditions.map((column) => `${quote(column)} is null`),
      `${name === 'studios' ? 'id' : 'studio_id'} = `,
    ].join(' and '),
    order: table.order,
    columns: columns.map((column) => ({
      name: column.name,
      // Such a column is exported as an expression, such as the key of a row in a catalog.
      type: reads[column.name] ? 'text' : column.type,
      isPerson: people.has(column.name),
    })),
    reads,
    writes: writesOf(table, people),
    files: columns.map((column) => column.name).filter((column) => /(^|_)(url|file_key|preview_key)$/.test(column)),
  }
}

function requireDecision(column: string, isPerson: boolean) {
  const name = column.slice(column.indexOf('.') + 1)
  if (SECRET_NAME.test(name) && !isPerson && !harmlessColumns.has(column))
    throw new Error(`${column} may be a secret: put it into leftOutColumns or harmlessColumns of list-studio-tables.ts`)
}

/** Quotes the name of a column. */
export const quote = (name: string) => `"${name}"`

function readsOf({ keys }: CatalogTable, columns: Column[]): Record<string, string> {
  const reads: Record<string, string> = {}
  // JavaScript would round numeric values.
  for (const { name, type } of columns) if (type === 'numeric') reads[name] = `${quote(name)}::text`
  for (const { columns: own, to_table, to_columns } of keys) {
    const [column, key] = [own[0] ?? '', catalogs[to_table]]
    if (key) reads[column] = `(select c.${quote(key)} from ${to_table} c where c.${to_columns[0]} = t.${quote(column)})`
  }
  return reads
}

function writesOf({ name, columns, keys }: CatalogTable, people: Set<string>): Record<string, string> {
  const writes: Record<string, string> = {}
  for (const person of people) writes[person] = 'null'
  for (const { columns: own, to_table, to_columns } of keys) {
    const [column, key] = [own[0] ?? '', catalogs[to_table]]
    if (key)
      writes[column] = `(select c.${to_columns[0]} from ${to_table} c where c.${quote(key)} = row ->> '${column}')`
  }
  for (const column of columns) {
    const value = leftOutColumns[`${name}.${column.name}`]
    if (value) writes[column.name] = value
  }
  return { ...writes, ...setOnImport[name] }
}
