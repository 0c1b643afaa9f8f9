import { z } from 'zod'

/** The version of the format of backup files. A change that older versions cannot read increases it. */
export const BACKUP_FORMAT = 1

/** The name of the last entry in a backup file. */
export const MANIFEST_NAME = 'manifest.json'

const count = z.int().min(0)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One table of a backup. Its rows are in the entries `tables/<name>/<part>`, as `COPY` writes them. */
const TableSummary = z.object({
  /** Schema and table. */
  name: z.string().regex(/^[a-z_0-9]+\.[a-z_0-9]+$/),
  columns: z.array(z.string()),
  rows: count,
  /** Of all rows, in the order of the primary key. */
  sha256: Sha256,
})
export type TableSummary = z.infer<typeof TableSummary>

/** The description of the content of a backup file. */
export const Manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  product_version: z.string(),
  taken_at: z.iso.datetime(),
  /** All migrations that the database had, in order. */
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: Sha256 })).min(1),
  /** The tables in the order of writing and loading: each after the tables that it references. */
  tables: z.array(TableSummary),
  /** Tables whose rows are not in the file. */
  left_out: z.array(z.string()),
  /**
   * How many jobs were waiting in the queue, which is not in the file. Null if the login could not read the queue. Scheduled
   * jobs are not counted.
   */
  waiting_jobs: z.array(z.object({ name: z.string(), count })).nullable(),
  /** Uploaded files in the entries `files/<key>`; null if they were not requested. */
  files: z.object({ count, bytes: count }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** The fields that distinguish a file of a later format from a damaged one. */
export const AnyManifest = z.object({ format: z.int().min(1) })
