/**
 * Generates Kysely's row types from the catalog of a new, fully migrated database. The SQL files stay the only source
 * of the schema.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startOwnPostgres } from '../testing/src/postgres.ts'

const columns = `
  select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type, t.typelem <> 0 and t.typcategory = 'A' as is_array,
    a.attnotnull as required, a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' as is_computed,
    (select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by n.nspname, c.relname, a.attnum`

const numberTypes = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']

/** @param server the folder with `migrations/` and `src/` @returns the text of the generated module */
export async function rowTypes(server) {
  const { bootstrapSql } = await import(pathToFileURL(join(server, 'src/platform/db/roles.ts')).href)
  const postgres = await startOwnPostgres()
  const database = new pg.Client(postgres.url)
  try {
    await database.connect()
    await database.query(bootstrapSql())
    for (const file of readdirSync(join(server, 'migrations')).sort()) {
      const text = readFileSync(join(server, 'migrations', file), 'utf8')
      await database.query(`begin; set local role studiohub_owner; ${text}\n; commit`)
    }
    return render((await database.query(columns)).rows)
  } finally {
    await database.end()
    await postgres.stop()
  }
}

function render(rows) {
  const tables = new Map()
  for (const row of rows) {
    const name = row.schema === 'public' ? row.table : `${row.schema}.${row.table}`
    tables.set(name, [...(tables.get(name) ?? []), `    ${row.column}: ${columnType(row)}\n`])
  }
  const names = [...tables.keys()].sort()
  const bodies = names.map((name) => `  ${quoteName(name)}: {\n${tables.get(name).join('')}  }\n`)
  const used = ['ColumnType', 'Generated'].filter((name) => bodies.some((body) => body.includes(`${name}<`)))
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from 'kysely'\n\n` : ''
  return `// Written by \`npm run generate\` from the migrated schema.\n${imports}export interface DB {\n${bodies.join('')}}\n`
}

const quoteName = (name) => (/^[a-z_]+$/.test(name) ? name : `'${name}'`)

// JSON columns are read as objects but written as text, because the driver would convert an array to a PostgreSQL array.
function columnType(row) {
  const empty = row.required ? '' : ' | null'
  if (row.type === 'json' || row.type === 'jsonb') {
    const absent = row.has_default ? ' | undefined' : ''
    return `ColumnType<unknown, string${empty}${absent}, string${empty}>`
  }
  const type = valueType(row) + empty
  if (row.is_computed) return `ColumnType<${type}, never, never>`
  return row.has_default ? `Generated<${type}>` : type
}

function valueType({ type, is_array, checks }) {
  if (is_array) return `${scalarType(type.replace(/^_/, ''))}[]`
  return (scalarType(type) === 'string' && literals(checks ?? [])) || scalarType(type)
}

function scalarType(type) {
  if (numberTypes.includes(type)) return 'number'
  if (type === 'bytea') return 'Buffer'
  return type === 'bool' ? 'boolean' : 'string'
}

// PostgreSQL prints `check (status in ('a', 'b'))` as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`.
function literals(checks) {
  for (const check of checks) {
    const list = check.match(/^CHECK \(\("?\w+"? = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/)?.[1]
    if (list) return [...list.matchAll(/'\w+'/g)].join(' | ')
  }
  return undefined
}
