import { randomBytes } from 'node:crypto'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'

/** The report of a drill: lines for its reader, and errors, each of which fails it. */
export type Report = { say(line: string): void; fault(line: string): void }

/** Removes something that a running product needs, and checks how the product behaves. */
export type Drill = (report: Report) => Promise<void>

/** A product in a separate process with a separate folder. */
export type Product = ServerProcess & {
  environment: Record<string, string>
  /** Starts it again with the same environment, after a `stop` or a `kill`. */
  again(): Promise<ServerProcess>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** Starts the built product. @param databaseUrl of a PostgreSQL server; without one it uses its embedded database */
export async function aProduct(options: { databaseUrl?: string; env?: Record<string, string> } = {}): Promise<Product> {
  const secret = randomBytes(32).toString('hex')
  const database = options.databaseUrl ? { DATABASE_URL: options.databaseUrl, SECRET_KEY: secret } : {}
  const environmentOf = { LOG_LEVEL: 'warn', ...database, ...options.env }
  const installation = await aServerEnvironment(environmentOf, options.databaseUrl ? 'empty' : 'embedded')
  // The process chooses a free port.
  const { PUBLIC_URL: _, ...environment } = installation.environment
  const first = await startProcess(environment)
  const started = [first]
  return {
    ...first,
    environment,
    async again() {
      const next = await startProcess(environment)
      started.push(next)
      return next
    },
    async remove() {
      for (const process of started) await process.kill()
      await installation.remove()
    },
  }
}

/** Adds an error if two values differ. */
export function expectSame(report: Report, name: string, actual: unknown, expected: unknown) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (left !== right) report.fault(`${name}: ${left} instead of ${right}`)
}

/** The response of `/readyz`. */
export async function readiness(url: string): Promise<{ http: number; status: string; text: string }> {
  const response = await fetch(`${url}/readyz`)
  const text = await response.text()
  return { http: response.status, status: String(JSON.parse(text).status), text }
}
