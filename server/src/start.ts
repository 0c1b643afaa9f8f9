import type { FastifyInstance } from 'fastify'
import { createApp, jobs } from './app.ts'
import { dispatchOnChange } from './features/webhooks/jobs.ts'
import { useLeakedPasswords } from './platform/auth/leaked-passwords.ts'
import { useNewcomers } from './platform/auth/newcomers.ts'
import { useHashCost } from './platform/auth/passwords.ts'
import { useSecretKey } from './platform/auth/secrets.ts'
import { useSessionLimits } from './platform/auth/session-limits.ts'
import { publishedKeys } from './platform/auth/signing-keys.ts'
import { useTokens } from './platform/auth/tokens.ts'
import { openBroadcast } from './platform/broadcast/open.ts'
import { useCalendarProviders } from './platform/calendars/providers.ts'
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
import { useOutbound } from './platform/outbound/guarded-fetch.ts'
import { usePayments } from './platform/payments/open.ts'
import { usePlans } from './platform/payments/plans.ts'
import { type Clock, systemClock } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import { usePush } from './platform/push/vapid.ts'
import { startRealtime } from './platform/realtime/start.ts'
import { useSms } from './platform/sms/open.ts'

const REQUESTS_END_WITHIN_MS = 4_000

export type RunningServer = { app: FastifyInstance; address: string; stop(): Promise<void> }

/** Opens the database, migrates it and checks its policies, for a server and for `npm run admin`. @throws StartError */
export async function openDatabase(config: Config, log: Log) {
  // Reading the keys now makes the start fail if SECRET_KEY is wrong. Otherwise every sign-in would fail.
  return openAndCheck(config, log, () => publishedKeys(new Date()))
}

/** Opens a database whose keys may not belong to `SECRET_KEY`. */
export const openWithAnyKeys = (config: Config, log: Log) => openAndCheck(config, log, async () => {})

async function openAndCheck(config: Config, log: Log, checkKeys: () => Promise<unknown>) {
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
    await checkKeys()
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

type Options = {
  clock?: Clock
  /** Runs before the server listens. It may start servers with other settings. */
  prepare?: (openApp: (config: Config) => Promise<FastifyInstance>, engine: Engine) => Promise<void>
}

/**
 * Starts the whole product.
 * @returns the address it listens on, and `stop`, which finishes requests, ends streams and closes the database
 */
export async function start(config: Config, log: Log, options: Options = {}): Promise<RunningServer> {
  const { clock = systemClock, prepare } = options
  const engine = await openDatabase(config, log)
  useDatabaseClock(clock)
  useMail(config)
  await usePayments(config)
  usePlans(config)
  useFiles(config)
  useSms(config)
  useDns(config)
  useOutbound(config)
  useCalendarProviders(config)
  usePush(config)
  useHome(config)
  useNewcomers(config)
  const worker = await startJobs(engine, jobs, { log, clock })
  const broadcast = await openBroadcast(engine, { config, log })
  const realtime = await startRealtime(engine, broadcast, { log })
  const stopDispatching = dispatchOnChange(log)
  await prepare?.((settings) => createApp({ config: settings, log, clock, engine, broadcast }), engine)
  const app = await createApp({ config, log, clock, engine, broadcast })
  app.addHook('preClose', async () => realtime.closeStreams())
  const address = await app.listen({ host: config.host, port: config.port })
  return {
    app,
    address,
    async stop() {
      // Without this, a client that sends its request very slowly would delay the stop, until there is no time left to close
      // the database.
      const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_WITHIN_MS)
      await app.close()
      clearTimeout(cut)
      stopDispatching()
      await worker.stop()
      await realtime.stop()
      await engine.close()
    },
  }
}
