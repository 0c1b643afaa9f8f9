/** The reasons why a call to an address failed, as sentences for the person who entered it. */
const sentences = {
  url: 'The address must begin with https:// or http:// and contain no user name or password.',
  address: 'This address is not on the public internet.',
  name: 'No server was found at this address.',
  redirects: 'The address redirects too often.',
  downgrade: 'The address redirects from https to http.',
  'other-origin': 'The address redirects to another server.',
  'too-large': 'The answer is too large.',
  'too-slow': 'The server did not answer in time.',
  tls: 'The certificate of the server is not valid.',
  network: 'The server could not be reached.',
} as const

export type OutboundReason = keyof typeof sentences

/** The error of a guarded call. Its message can be shown to the person who entered the address. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, options?: ErrorOptions) {
    super(sentences[reason], options)
    this.reason = reason
  }
}

const nameErrors = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']
const timeErrors = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']
const tlsErrors = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/

/** Finds the reason in an error of the HTTP library or the system. It may be the cause of another error. */
export function toOutboundError(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
    const code = 'code' in cause ? String(cause.code) : ''
    if (cause.name === 'TimeoutError' || timeErrors.includes(code))
      return new OutboundError('too-slow', { cause: error })
    if (nameErrors.includes(code)) return new OutboundError('name', { cause: error })
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new OutboundError('too-large', { cause: error })
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too-large', { cause: error })
    if (tlsErrors.test(code)) return new OutboundError('tls', { cause: error })
  }
  return new OutboundError('network', { cause: error })
}
