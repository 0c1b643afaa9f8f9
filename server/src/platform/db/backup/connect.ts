import pg from 'pg'
import { StartRefused } from '#platform/process/start-refused.ts'

/** The texts of values must be the same on every server, and a copy takes as long as it takes. */
const settings = `
set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
set idle_in_transaction_session_timeout = 0;`

/**
 * Runs `work` on a connection of its own.
 * @throws StartRefused where the database cannot be reached
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'studiohub backup' })
  // A connection that breaks fails the statement that waits on it; unheard, the event would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = (cause instanceof Error && cause.message) || code
    throw new StartRefused(`The database cannot be reached: ${reason}`, { cause })
  }
  try {
    await client.query(settings)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
