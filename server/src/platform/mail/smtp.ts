import { isLoopback } from '../config/values.ts'
import { PermanentJobError } from '../jobs/jobs.ts'
import { type Mail, toMailOptions } from './message.ts'
import { explainFailure, markAddressUnknown, withFailureKind } from './smtp-failure.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

type SmtpConfig = { smtpUrl: string; mailFrom: string; publicUrl: string }

/** Sends emails by a mail server. The password is sent to another machine only over an encrypted connection. */
export function smtp(config: SmtpConfig): Mail {
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async send(message, signal) {
      try {
        transport ??= transportTo(config.smtpUrl)
        await (await transport).sendMail({ ...toMailOptions(message, config), ...(signal && { signal }) })
      } catch (error) {
        throw withoutServerText(error)
      }
    },
  }
}

/**
 * Connects to the mail server and signs in, without sending an email.
 * @throws with the same sentence as in the log
 */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = await transportTo(smtpUrl)
  try {
    await transport.verify()
  } catch (error) {
    throw withoutServerText(error)
  } finally {
    transport.close()
  }
}

// The library is loaded when the first email is sent.
async function transportTo(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  const { hostname, password } = new URL(smtpUrl)
  return createTransport({
    url: smtpUrl,
    requireTLS: password !== '' && !isLoopback(hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
}

function withoutServerText(error: unknown): Error {
  if (!(error instanceof Error && 'code' in error)) return error instanceof Error ? error : new Error(String(error))
  const { kind, sentence, isAddressUnknown } = explainFailure(error)
  const failure = withFailureKind(isFinal(error) ? new PermanentJobError(sentence) : new Error(sentence), kind)
  if (isAddressUnknown) markAddressUnknown(failure)
  return failure
}

// A 5xx for the recipient or the message is the same at every attempt (RFC 5321, 4.2.1). A rejected sign-in or sender is a
// configuration error, which can be fixed before the next attempt.
const isFinal = (error: Error) =>
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
