import { z } from 'zod'
import { StartError } from '../process/start-error.ts'

/** The error for an invalid variable; the message names it and its expected value. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** A switch: on, true or 1; off, false or 0. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((text) => ['true', '1', 'on'].includes(text))

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]', '::1']
/** Whether a host name or address means this machine. IPv6 addresses may have brackets. */
export const isLoopback = (host: string) => loopbackHosts.includes(host)

// Calls to services contain secrets, and their answers are trusted. So calls without encryption are allowed only to
// services on this machine.
const isEncryptedOrLocal = (text: string) =>
  text.startsWith('https://') || !URL.canParse(text) || isLoopback(new URL(text).hostname)

export const WebAddress = z.url({ protocol: /^https?$/, error: 'must be a web address' })

/** The address of an external service. */
export const ServiceAddress = WebAddress.refine(isEncryptedOrLocal, {
  error: 'must begin with https:// unless it is on this machine',
})

const FILE_MB_LIMIT = 100
const fileLimitError = `must be a whole number of megabytes from 1 to ${FILE_MB_LIMIT}`

/** The largest file that people may upload. A file is in memory while it is received, so this limit has a maximum. */
export const FileLimit = z.coerce
  .number({ error: fileLimitError })
  .int(fileLimitError)
  .min(1, fileLimitError)
  .max(FILE_MB_LIMIT, fileLimitError)
