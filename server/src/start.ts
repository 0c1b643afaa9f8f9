import type { FastifyInstance } from 'fastify'
import { createApp, jobs } from './app.ts'
import { useLeakedPasswords } from './platform/auth/leaked-passwords.ts'
import { useHashCost } from './platform/auth/passwords.ts'
import { useSecretKey } from './platform/auth/secrets.ts'
import { useSessionLimits } from './platform/auth/session-limits.ts'
import { publishedKeys } from './platform/auth/signing-keys.ts'
import { useTokens } from './platform/auth/tokens.ts'
import type { Config } from './platform/config/config.ts'
import type { Engine } from './platform/db/engine.ts'
import { migrate } from './platform/db/migrate.ts'
import { openEngine, proveFence } from './platform/db/open.ts'
import { connectDatabase, useDatabaseClock } from './platform/db/transaction.ts'
import { useFiles } from './platform/files/open.ts'
import { useDns } from './platform/hosts/dns.ts'
import { useHome } from './platform/hosts/hosts.ts'
import { useRateLimits } from './platform/http/limits.ts'
import { startJobs } from './platform/jobs/start.ts'
import { useMail } from './platform/mail/open.ts'
import { usePayments } from './platform/payments/open.ts'
import { usePlans } from './platform/payments/plans.ts'
import { type Clock, systemClock } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import { startRealtime } from './platform/realtime/start.ts'
import { useSms } from './platform/sms/open.ts'

const REQUESTS_END_WITHIN_MS = 4_000

export type Running = { app: FastifyInstance; address: string; stop(): Promise<void> }

/** Opens the database, brings it to the newest schema and proves its fence: what a server and `npm run admin` share. */
export async function openDatabase(config: Config, log: Log) {
  // Made or opened now: a wrong SECRET_KEY stops the start instead of every sign-in.
  return openAndProve(config, log, () => publishedKeys(new Date()))
}

/** The same for a database whose keys may not fit `SECRET_KEY`. */
export const openWithAnyKeys = (config: Config, log: Log) => openAndProve(config, log, async () => {})

async function openAndProve(config: Config, log: Log, proveKeys: () => Promise<unknown>) {
  useSecretKey(config.secretKey, config.formerSecretKey)
  useHashCost(config.passwordHashCost)
  useRateLimits(config.rateLimit, config.rateLimitFactor)
  useSessionLimits(config.sessionLimits)
  await useLeakedPasswords(config.passwordRules.leaked, log)
  useTokens({ issuer: `${config.publicUrl}/auth/v1`, lifetime_seconds: config.accessTokenLifetime })
  const engine = await openEngine(config, log)
  try {
    const { applied } = await migrate(engine)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    connectDatabase(engine)
    await proveFence()
    await proveKeys()
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

type Options = {
  clock?: Clock
  /** What is done before anybody is answered; it may open servers that nobody reaches, set up as it likes. */
  prepare?: (openApp: (config: Config) => Promise<FastifyInstance>, engine: Engine) => Promise<void>
}

/**
 * Starts the whole product.
 * @returns the address it listens on, and `stop`, which finishes requests, ends streams and closes the database
 */
export async function start(config: Config, log: Log, options: Options = {}): Promise<Running> {
  const { clock = systemClock, prepare } = options
  const engine = await openDatabase(config, log)
  useDatabaseClock(clock)
  useMail(config)
  usePayments(config)
  usePlans(config)
  useFiles(config)
  useSms(config)
  useDns(config)
  useHome(config)
  const worker = await startJobs(engine, jobs, { log, clock })
  const realtime = await startRealtime(engine, { log })
  await prepare?.((settings) => createApp({ config: settings, log, clock, engine }), engine)
  const app = await createApp({ config, log, clock, engine })
  app.addHook('preClose', async () => realtime.closeStreams())
  const address = await app.listen({ host: config.host, port: config.port })
  return {
    app,
    address,
    async stop() {
      // A client that sends a request a byte at a time would otherwise hold up the end until there is no time left to close the
      // database.
      const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_WITHIN_MS)
      await app.close()
      clearTimeout(cut)
      await worker.stop()
      await realtime.stop()
      await engine.close()
    },
  }
}
