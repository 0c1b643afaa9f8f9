import { z } from 'zod'
import { StartRefused } from '../process/start-refused.ts'

/** A variable that stops the start: its name and what it should be. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError'
}

/** A switch: on, true or 1; off, false or 0. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((text) => ['true', '1', 'on'].includes(text))

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]', '::1']
export const isLoopback = (host: string) => loopbackHosts.includes(host)

// What is said to a service, and by it, is believed or secret: only one's own machine may do without encryption.
const isReachedSafely = (text: string) =>
  text.startsWith('https://') || !URL.canParse(text) || isLoopback(new URL(text).hostname)

export const WebAddress = z.url({ protocol: /^https?$/, error: 'must be a web address' })

/** Where a service outside is reached. */
export const ServiceAddress = WebAddress.refine(isReachedSafely, {
  error: 'must begin with https:// unless it is on this machine',
})
