import { randomBytes } from 'node:crypto'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { startServer } from '@studiohub/testing/server.ts'

/** Two processes of the product on one PostgreSQL, and a third server in this process, through which a proof reads the database. */
export async function twoProcesses() {
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({ env: { SECRET_KEY: secret } })
  const shared = { DATABASE_URL: server.databaseUrl, SECRET_KEY: secret, DATA_DIR: server.dataDir }
  const env = { ...shared, PUBLIC_URL: server.url, DEMO: 'off', RATE_LIMIT: 'off' }
  const processes = [await startProcess(env), await startProcess(env)]
  return {
    server,
    urls: processes.map(({ url }) => url),
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      await server.stop()
      await postgres.stop()
    },
  }
}
