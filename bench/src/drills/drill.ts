import { randomBytes } from 'node:crypto'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'

/** The report of a drill: lines for its reader, and errors, each of which fails it. */
export type Report = { say(line: string): void; fault(line: string): void }

/** Takes something away from a running product and checks what it does. */
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
export async function aProduct(given: { databaseUrl?: string; env?: Record<string, string> } = {}): Promise<Product> {
  const secret = randomBytes(32).toString('hex')
  const database = given.databaseUrl ? { DATABASE_URL: given.databaseUrl, SECRET_KEY: secret } : {}
  const environmentOf = { LOG_LEVEL: 'warn', ...database, ...given.env }
  const installation = await aServerEnvironment(environmentOf, given.databaseUrl ? 'empty' : 'embedded')
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
export function expectSame(report: Report, what: string, found: unknown, expected: unknown) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)]
  if (left !== right) report.fault(`${what}: ${left} instead of ${right}`)
}

/** What `/readyz` answers. */
export async function readiness(url: string): Promise<{ http: number; status: string; text: string }> {
  const answer = await fetch(`${url}/readyz`)
  const text = await answer.text()
  return { http: answer.status, status: String(JSON.parse(text).status), text }
}
