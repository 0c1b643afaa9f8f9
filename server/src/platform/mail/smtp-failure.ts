/** The kinds of failure when a mail server does not accept a message, for metrics. */
export const failureKinds = [
  'login',
  'certificate',
  'encryption',
  'unreachable',
  'sender',
  'recipient',
  'other',
] as const
export type FailureKind = (typeof failureKinds)[number]

const kinds = new WeakMap<Error, FailureKind>()

/** Stores the kind of a failure with the error that is thrown. */
export function withFailureKind<E extends Error>(error: E, kind: FailureKind): E {
  kinds.set(error, kind)
  return error
}

const errorsOfUnknownAddresses = new WeakSet<Error>()

/** Stores with an error that the address does not exist. */
export const markAddressUnknown = (error: Error) => errorsOfUnknownAddresses.add(error)

/** Whether the server answered, with an enhanced status code, that the address does not exist. A plain 5xx may be about us. */
export const isAddressUnknown = (error: unknown) => error instanceof Error && errorsOfUnknownAddresses.has(error)

/** The kind of failure of an error. */
export const getFailureKind = (error: unknown): FailureKind =>
  (error instanceof Error ? kinds.get(error) : undefined) ?? 'other'

/** A failed attempt: its kind, and a sentence that says what to do. */
export type SmtpFailure = { kind: FailureKind; sentence: string; isAddressUnknown: boolean }

const sentences: Record<Exclude<FailureKind, 'recipient' | 'other'>, string> = {
  login: 'The mail server refused the login. Check the user name and the password in SMTP_URL',
  certificate:
    'The mail server has a certificate that cannot be trusted: it is expired, self-signed or made out to another name. Check the host in SMTP_URL, or name the authority in NODE_EXTRA_CA_CERTS',
  encryption:
    'The mail server offers no encryption, and a password is sent only encrypted. Use smtps:// in SMTP_URL, or a port with STARTTLS',
  unreachable: 'The mail server cannot be reached. Check the host and the port in SMTP_URL, and the firewall',
  sender: 'The mail server refused the sender. Check MAIL_FROM',
}

const CERTIFICATE = /certificate|altnames|issuer/i
const unreachableCodes = ['ECONNECTION', 'EDNS', 'ETIMEDOUT', 'ESOCKET', 'ECONNREFUSED', 'ENOTFOUND']

/**
 * Explains an error of the mail client. The server's text is left out, because it repeats addresses and the sentence is
 * logged. Only its codes are added.
 */
export function explainFailure(error: Error): SmtpFailure {
  const codes = codesOf(error)
  const kind = kindOf(error, codes)
  const response = 'response' in error ? String(error.response) : ''
  const isAddressUnknown = kind === 'recipient' && UNKNOWN_ADDRESS.test(response)
  const suffix = [codes.code, codes.answer, codes.command].filter(Boolean).join(' ')
  if (kind === 'recipient' || kind === 'other')
    return { kind, isAddressUnknown, sentence: `the mail server did not take the message: ${suffix}` }
  return { kind, isAddressUnknown, sentence: `${sentences[kind]} (${suffix}).` }
}

type Codes = { code: string; answer: string; command: string }

const codesOf = (error: Error): Codes => ({
  code: 'code' in error ? String(error.code) : '',
  answer: 'responseCode' in error ? String(error.responseCode) : '',
  command: 'command' in error ? String(error.command) : '',
})

// No mail can reach the address (RFC 3463): its name is wrong or it moved (5.1, but not 5.1.7 and 5.1.8, which are about the
// sender), or its mailbox is disabled (5.2.1). A full mailbox (5.2.2) has an owner who can empty it.
const UNKNOWN_ADDRESS = /^5\d\d[ -]5\.(1\.(?![78]\b)\d+|2\.1)\b/
// A rejection by policy is about the sender or the content, not about the address (RFC 3463).
const POLICY = /^5\d\d[ -]5\.7\./

function isRejectedAddress(error: Error, { answer, command }: Codes) {
  const response = 'response' in error ? String(error.response) : ''
  return command === 'RCPT TO' && Number(answer) >= 550 && Number(answer) <= 553 && !POLICY.test(response)
}

function kindOf(error: Error, codes: Codes): FailureKind {
  const { code, command } = codes
  if (isRejectedAddress(error, codes)) return 'recipient'
  if (code === 'EAUTH') return 'login'
  // The client replaces the code of a TLS error with its own, so only the message shows which error it was.
  if (CERTIFICATE.test(error.message)) return 'certificate'
  if (code === 'ETLS') return 'encryption'
  if (command === 'MAIL FROM') return 'sender'
  return command === 'CONN' && unreachableCodes.includes(code) ? 'unreachable' : 'other'
}
