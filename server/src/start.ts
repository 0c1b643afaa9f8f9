import type { FastifyInstance } from 'fastify'
import { createApp, jobs } from './app.ts'
import { dispatchOnChange } from './features/webhooks/jobs.ts'
import { setLeakedPasswordSource } from './platform/auth/leaked-passwords.ts'
import { setHashCost } from './platform/auth/passwords.ts'
import { setSecretKey } from './platform/auth/secrets.ts'
import { setSessionLimits } from './platform/auth/session-limits.ts'
import { setSignUpSettings } from './platform/auth/sign-up-settings.ts'
import { publishedKeys } from './platform/auth/signing-keys.ts'
import { setTokenSettings } from './platform/auth/tokens.ts'
import { openBroadcast } from './platform/broadcast/open.ts'
import { setCalendarProviders } from './platform/calendars/providers.ts'
import type { Config } from './platform/config/config.ts'
import type { Engine } from './platform/db/engine.ts'
import { migrate } from './platform/db/migrate.ts'
import { openEngine, proveFence } from './platform/db/open.ts'
import { connectDatabase, setDatabaseClock } from './platform/db/transaction.ts'
import { setFileStore } from './platform/files/open.ts'
import { setDnsServers } from './platform/hosts/dns.ts'
import { setHome } from './platform/hosts/hosts.ts'
import { setRateLimits } from './platform/http/limits.ts'
import { startJobs } from './platform/jobs/start.ts'
import { setMail } from './platform/mail/open.ts'
import { setOutboundAllow } from './platform/outbound/guarded-fetch.ts'
import { setPaymentProviders } from './platform/payments/open.ts'
import { setPlans } from './platform/payments/plans.ts'
import { type Clock, systemClock } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import { setPushSettings } from './platform/push/vapid.ts'
import { startRealtime } from './platform/realtime/start.ts'
import { setSms } from './platform/sms/open.ts'

const REQUESTS_TIMEOUT_MS = 4_000

export type RunningServer = { app: FastifyInstance; address: string; stop(): Promise<void> }

/** Opens the database, migrates it and checks its policies, for a server and for `npm run admin`. @throws StartError */
export async function openDatabase(config: Config, log: Log) {
  // Reads the keys now, so that the start fails if SECRET_KEY is wrong. Otherwise, every sign-in would fail.
  return openAndCheck(config, log, () => publishedKeys(new Date()))
}

/** Opens a database whose keys may not belong to `SECRET_KEY`. */
export const openWithAnyKeys = (config: Config, log: Log) => openAndCheck(config, log, async () => {})

async function openAndCheck(config: Config, log: Log, checkKeys: () => Promise<unknown>) {
  setSecretKey(config.secretKey, config.formerSecretKey)
  setHashCost(config.passwordHashCost)
  setRateLimits(config.rateLimit, config.rateLimitFactor)
  setSessionLimits(config.sessionLimits)
  await setLeakedPasswordSource(config.passwordRules.leaked, log)
  setTokenSettings({ issuer: `${config.publicUrl}/auth/v1`, lifetime_seconds: config.accessTokenLifetime })
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
 * Starts the server with its jobs, broadcast and event streams.
 * @returns the address on which it listens, and `stop`, which finishes requests, ends streams and closes the database
 */
export async function start(config: Config, log: Log, options: Options = {}): Promise<RunningServer> {
  const { clock = systemClock, prepare } = options
  const engine = await openDatabase(config, log)
  setDatabaseClock(clock)
  setMail(config)
  await setPaymentProviders(config)
  setPlans(config)
  setFileStore(config)
  setSms(config)
  setDnsServers(config)
  setOutboundAllow(config)
  setCalendarProviders(config)
  setPushSettings(config)
  setHome(config)
  setSignUpSettings(config)
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
      // Without this timeout, a client that sends its request very slowly would delay the stop until no time is left to close the
      // database.
      const timeout = setTimeout(() => app.server.closeAllConnections(), REQUESTS_TIMEOUT_MS)
      await app.close()
      clearTimeout(timeout)
      stopDispatching()
      await worker.stop()
      await realtime.stop()
      await engine.close()
    },
  }
}
