import { createTransport } from 'nodemailer'
import { isLoopback } from '../config/values.ts'
import { PermanentJobError } from '../jobs/jobs.ts'
import { type Mail, toMailOptions } from './message.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Sends emails over a mail server. A password is sent to another machine only over an encrypted connection. */
export function smtp(config: { smtpUrl: string; mailFrom: string; publicUrl: string }): Mail {
  const { hostname, password } = new URL(config.smtpUrl)
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: password !== '' && !isLoopback(hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    async send(message, signal) {
      try {
        await transport.sendMail({ ...toMailOptions(message, config), ...(signal && { signal }) })
      } catch (error) {
        throw withoutServerText(error)
      }
    },
  }
}

// The server's messages contain addresses, and errors are logged (safety G26): only its codes are passed on.
function withoutServerText(error: unknown): Error {
  if (!(error instanceof Error && 'code' in error)) return error instanceof Error ? error : new Error(String(error))
  const answer = 'responseCode' in error ? error.responseCode : ''
  const command = 'command' in error ? error.command : ''
  const why = `the mail server did not take the message: ${[error.code, answer, command].filter(Boolean).join(' ')}`
  return isFinal(error) ? new PermanentJobError(why) : new Error(why)
}

// A 5xx for the recipient or the message stays a 5xx at every attempt (RFC 5321, 4.2.1). A rejected sign-in or sender is a
// wrong configuration, which can be fixed before the next attempt.
const isFinal = (error: Error) =>
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
