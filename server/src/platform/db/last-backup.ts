import { withConnection } from './backup/connect.ts'

const NOTE = 'StudioHub: the last backup was written at '

/** The age of the last backup in seconds, as `seconds`; null if there is none. */
export const lastBackupQuery = `
  select extract(epoch from now() - substr(note, ${NOTE.length + 1})::timestamptz)::float8 as seconds
  from obj_description('door'::regnamespace, 'pg_namespace') note where note like '${NOTE}%'`

/**
 * Records in the database that a backup was written, for `/metrics`. It is stored as a comment, so a restored database does
 * not have it.
 * @returns false if the login may only read
 */
export async function noteBackup(url: string, at: Date): Promise<boolean> {
  try {
    await withConnection(url, (client) => client.query(`comment on schema door is '${NOTE}${at.toISOString()}'`))
    return true
  } catch {
    return false
  }
}
