import { type Config, knownVariables, readConfig } from '../platform/config/config.ts'
import { findMisspelled, misspelledSentence } from '../platform/config/misspelled.ts'
import { openServer } from '../platform/db/server-engine.ts'
import { checkSmtp } from '../platform/mail/smtp.ts'

/**
 * Reads the configuration like a start does, and connects to its database and mail server.
 * @returns the settings, without secrets
 * @throws Error if a start would reject the configuration, or a service does not answer
 */
export async function checkConfig(environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment)
  const misspelled = findMisspelled(Object.keys(environment), knownVariables).map(misspelledSentence)
  const problems = [...misspelled, ...(await findProblems(config))]
  const lines = listSettings(config).map(([name, value]) => `  ${name.padEnd(18)} ${value}`)
  if (problems.length > 0) throw new Error([...lines, ...problems].join('\n'))
  return [...lines, 'The configuration can be used.'].join('\n')
}

/**
 * The settings in the output of `npm run admin -- check-config`. Only the host of a service is shown, because its address may
 * contain a password.
 */
function listSettings(config: Config): [string, string][] {
  const { databaseUrl, smtpUrl, dataDir, providers } = config
  const describeSetting = (setting: unknown) => (setting ? 'set up' : 'not set up')
  return [
    ['Address', `${config.publicUrl} (listens on ${config.host}:${config.port})`],
    ['Data', dataDir],
    ['Database', databaseUrl ? `PostgreSQL at ${hostOf(databaseUrl)}` : 'embedded'],
    ['Uploads', config.s3 ? `bucket ${config.s3.bucket} at ${hostOf(config.s3.endpoint)}` : 'on disk'],
    ['Mail', smtpUrl ? `mail server ${hostOf(smtpUrl)}` : `files in ${dataDir}/outbox`],
    ['Sender of mails', config.mailFrom],
    ['Payments', describeSetting(config.stripe)],
    ['Card payments', describeSetting(config.cards)],
    ['Text messages', config.smsWebhook ? 'set up' : `files in ${dataDir}/outbox`],
    ['Sign-in with', ['password', ...providers.map(({ name }) => name)].join(', ')],
    ['Captcha', describeSetting(config.captcha)],
    ['Demo', config.demo ? 'on an empty database' : 'off'],
    ['Rate limits', config.rateLimit],
  ]
}

const hostOf = (url: string) => new URL(url).host || 'a socket'

async function findProblems({ databaseUrl, smtpUrl }: Config): Promise<string[]> {
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
