import { createTransport } from 'nodemailer'
import { isLoopback } from '../config.ts'
import { GiveUp } from '../jobs.ts'
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
        throw isFinal(error) ? new GiveUp('the mail server refuses this message for good', { cause: error }) : error
      }
    },
  }
}

// A 5xx to the recipient or the message itself stays one, however often it is asked (RFC 5321, 4.2.1); a refused
// sign-in or sender is our configuration and may be mended meanwhile.
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
