import pg from 'pg'
import { StartError } from '#platform/process/start-error.ts'

/** With these settings every server writes values in the same text format, and a copy has no time limit. */
const settings = `
set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
set idle_in_transaction_session_timeout = 0;`

/**
 * Runs `work` on a connection of its own.
 * @throws StartError if the database cannot be reached
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'studiohub backup' })
  // A broken connection makes the waiting statement fail. Without this listener the event would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = (cause instanceof Error && cause.message) || code
    throw new StartError(`The database cannot be reached: ${reason}`, { cause })
  }
  try {
    await client.query(settings)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
