import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { FileKey, type Files, PUBLIC_FILES } from '#platform/files/files.ts'
import { applySetting, type Tx, transaction } from '../db/transaction.ts'
import { listStudioTables, quote, runIn, type StudioTable } from './list-studio-tables.ts'
import { type Add, oneChunk } from './write-zip.ts'

const FILES_PER_QUERY = 500

export type NewCopy = { studio_id: string; path: string; files: Files; now: Date; signal?: AbortSignal }

/** A file with the names of the stored files, until they are added. There may be too many for the memory. */
export const namesPath = ({ path }: Pick<NewCopy, 'path'>) => `${path}.names`

const compressedFiles = /\.(webp|png|jpg|mp3|flac|m4a|mp4|zip|pdf)$/

/** The tables whose rows name stored files. */
export const tablesWithFiles = (tables: StudioTable[]) => tables.filter(({ files }) => files.length > 0)

/**
 * Writes the names of the stored files, one in each line. Call it in the transaction of the tables, because a file that is
 * uploaded later has no row in this export.
 */
export async function writeNames(copy: NewCopy, list: (after: string) => Promise<string[]>) {
  const file = await open(namesPath(copy), 'w', 0o600)
  try {
    for (let after = ''; ; ) {
      const names = await list(after)
      const last = names.at(-1)
      if (last === undefined) return
      after = last
      const keys = names.flatMap((name) => parseFileKey(name) ?? [])
      await file.write(keys.map((key) => `${key}\n`).join(''))
    }
  } finally {
    await file.close()
  }
}

/** Adds the stored files that the rows name. No transaction is open while a file is read. */
export async function addFiles(copy: NewCopy, add: Add) {
  const { files, signal } = copy
  const counts = { files: { count: 0, bytes: 0 }, missing_files: [] as string[] }
  const lines = createInterface({ input: createReadStream(namesPath(copy)), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const key of lines) {
    signal?.throwIfAborted()
    const bytes = await files.get(key)
    if (bytes) {
      await add(`files/${key}`, oneChunk(bytes), compressedFiles.test(key))
      counts.files.count += 1
      counts.files.bytes += bytes.length
    } else counts.missing_files.push(key)
  }
  return counts
}

/** The key of a stored file, from a column with its key or its public address. */
export function parseFileKey(value: string): string | null {
  const text = value.startsWith(`${PUBLIC_FILES}/`) ? value.slice(PUBLIC_FILES.length + 1) : value
  const key = FileKey.safeParse(text)
  return key.success ? key.data : null
}

/** The next names of stored files in the rows of a studio. Needs the rights of jobs. */
export async function listFileKeys(tx: Tx, tables: StudioTable[], studio_id: string, after: string): Promise<string[]> {
  const columns = tables.flatMap(({ name, where, files }) =>
    files.map((column) => `select t.${quote(column)} collate "C" as key from ${name} t where ${where}`),
  )
  const parts = columns.map((text) => sql`${sql.raw(text)}${studio_id}::uuid`)
  const { rows } = await sql<{ key: string }>`
    select distinct key from (${sql.join(parts, sql` union all `)}) named
    where key > ${after} order by key limit ${FILES_PER_QUERY}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The keys of all stored files of a studio. */
export function listStudioFiles(studio_id: string): Promise<string[]> {
  return transaction(async (tx) => {
    await applySetting(tx, 'role=studiohub_system')
    const tables = tablesWithFiles((await listStudioTables(runIn(tx))).tables)
    const keys: string[] = []
    for (let after = ''; ; ) {
      const names = await listFileKeys(tx, tables, studio_id, after)
      after = names.at(-1) ?? ''
      if (!after) return keys
      keys.push(...names.flatMap((name) => parseFileKey(name) ?? []))
    }
  })
}
