import { createTransport } from 'nodemailer'
import { isLoopback } from '../config/values.ts'
import { GiveUp } from '../jobs/jobs.ts'
import { composed, type Mail } from './message.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** The way out over a mail server. A password leaves for another machine only encrypted. */
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
        await transport.sendMail({ ...composed(message, config), ...(signal && { signal }) })
      } catch (error) {
        throw asOurs(error)
      }
    },
  }
}

// The server's own words repeat addresses, and errors end up in the log (safety G26): only its codes are passed on.
function asOurs(error: unknown): Error {
  if (!(error instanceof Error && 'code' in error)) return error instanceof Error ? error : new Error(String(error))
  const answer = 'responseCode' in error ? error.responseCode : ''
  const command = 'command' in error ? error.command : ''
  const why = `the mail server did not take the message: ${[error.code, answer, command].filter(Boolean).join(' ')}`
  return isFinal(error) ? new GiveUp(why) : new Error(why)
}

// A 5xx to the recipient or the message itself stays one, however often it is asked (RFC 5321, 4.2.1); a refused
// sign-in or sender is our configuration and may be mended meanwhile.
const isFinal = (error: Error) =>
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
