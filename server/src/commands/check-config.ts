import { type Config, knownVariables, readConfig } from '../platform/config/config.ts'
import { findMisspelt, misspeltSentence } from '../platform/config/misspelt.ts'
import { openServer } from '../platform/db/server-engine.ts'
import { checkSmtp } from '../platform/mail/smtp.ts'

/**
 * Reads the configuration as at a start, and connects to the database and the mail server that it names.
 * @returns the settings, without secrets
 * @throws if a start would reject the configuration, or a service does not answer
 */
export async function checkConfig(environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment)
  const misspelt = findMisspelt(Object.keys(environment), knownVariables).map(misspeltSentence)
  const problems = [...misspelt, ...(await problemsOf(config))]
  const lines = settingsOf(config).map(([name, value]) => `  ${name.padEnd(18)} ${value}`)
  if (problems.length > 0) throw new Error([...lines, ...problems].join('\n'))
  return [...lines, 'The configuration can be used.'].join('\n')
}

/**
 * The output of `npm run admin -- check-config`. The address of a service may contain a password, so only its host is shown.
 */
function settingsOf(config: Config): [string, string][] {
  const { databaseUrl, smtpUrl, dataDir, providers } = config
  const whether = (setting: unknown) => (setting ? 'set up' : 'not set up')
  return [
    ['Address', `${config.publicUrl} (listens on ${config.host}:${config.port})`],
    ['Data', dataDir],
    ['Database', databaseUrl ? `PostgreSQL at ${hostOf(databaseUrl)}` : 'embedded'],
    ['Uploads', config.s3 ? `bucket ${config.s3.bucket} at ${hostOf(config.s3.endpoint)}` : 'on disk'],
    ['Mail', smtpUrl ? `mail server ${hostOf(smtpUrl)}` : `files in ${dataDir}/outbox`],
    ['Sender of mails', config.mailFrom],
    ['Payments', whether(config.stripe)],
    ['Card payments', whether(config.cards)],
    ['Text messages', config.smsWebhook ? 'set up' : `files in ${dataDir}/outbox`],
    ['Sign-in with', ['password', ...providers.map(({ name }) => name)].join(', ')],
    ['Captcha', whether(config.captcha)],
    ['Demo', config.demo ? 'on an empty database' : 'off'],
    ['Rate limits', config.rateLimit],
  ]
}

const hostOf = (url: string) => new URL(url).host || 'a socket'

async function problemsOf({ databaseUrl, smtpUrl }: Config): Promise<string[]> {
  const checks = [databaseUrl && checkDatabase(databaseUrl), smtpUrl && checkSmtp(smtpUrl)].filter((check) => !!check)
  const results = await Promise.allSettled(checks)
  return results.flatMap((result) =>
    result.status === 'rejected'
      ? [result.reason instanceof Error ? result.reason.message : String(result.reason)]
      : [],
  )
}

async function checkDatabase(url: string) {
  const engine = await openServer(url, { poolSize: 1 })
  await engine.close()
}
