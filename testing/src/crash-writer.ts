/**
 * A process for crash tests: `node crash-writer.ts DIRECTORY [check|unsafe]`. It opens the embedded database, prints
 * its content as one JSON line, then writes pairs of rows as fast as possible and prints the number of each committed
 * pair. With `check` it ends after the first line; with `unsafe` the database does not sync its commits.
 */
import { openEmbedded } from '@studiohub/server/platform/db/embedded/open.ts'
import type { Engine } from '@studiohub/server/platform/db/engine.ts'
import { Kysely, sql } from 'kysely'

export type CrashReport = { ready_ms: number; kept: number[]; torn: number }

const WRITERS = 4

const printLine = (line: string) => process.stdout.write(`${line}\n`)

async function checkRows(engine: Engine, ready_ms: number): Promise<CrashReport> {
  await engine.script(`create table if not exists lefts (n integer primary key, filler text);
    create table if not exists rights (n integer primary key, filler text)`)
  const { rows } =
    await engine.execute(`select coalesce(json_agg(n) filter (where l.n is not null and r.n is not null), '[]') as kept,
    count(*) filter (where l.n is null or r.n is null)::int as torn from lefts l full join rights r using (n)`)
  const { kept, torn } = rows[0] as { kept: number[]; torn: number }
  return { ready_ms, kept, torn }
}

async function writeRows(kysely: Kysely<unknown>, first: number) {
  for (let n = first; ; n += WRITERS) {
    await kysely.transaction().execute(async (tx) => {
      await sql`insert into lefts values (${n}, repeat(md5(${n}::text), 8))`.execute(tx)
      await sql`insert into rights values (${n}, repeat(md5(${n}::text), 8))`.execute(tx)
    })
    printLine(String(n))
  }
}

const [directory, mode] = process.argv.slice(2)
if (!directory) throw new Error('usage: node crash-writer.ts DIRECTORY [check|unsafe]')
const startedAt = performance.now()
const settings = mode === 'unsafe' ? { fsync: 'off' } : {}
const engine = await openEmbedded({ directory, settings })
const report = await checkRows(engine, Math.round(performance.now() - startedAt))
printLine(JSON.stringify(report))
if (mode === 'check') await engine.close()
else {
  const kysely = new Kysely<unknown>({ dialect: engine.dialect })
  const first = Math.max(0, ...report.kept) + 1
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeRows(kysely, first + writer)))
}
