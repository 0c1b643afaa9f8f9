import { z } from 'zod'
import { ConfigError } from './values.ts'

/** The address of the NATS servers that carry broadcasts. */
export const NatsVariables = z.object({
  NATS_URL: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(
      z.array(
        z.url({
          protocol: /^(nats|tls)$/,
          error: 'must begin with nats:// or tls://; several are separated by commas',
        }),
      ),
    )
    .optional(),
})

export type NatsConfig = NonNullable<ReturnType<typeof readNatsSettings>>

/** The NATS servers of one cluster, and how this product signs in there: by name and password, or by a token. */
export function readNatsSettings({ NATS_URL: addresses }: z.output<typeof NatsVariables>) {
  const urls = addresses?.map((address) => new URL(address)) ?? []
  const [first] = urls
  if (!first) return null
  if (urls.some(({ protocol }) => protocol !== first.protocol)) {
    throw new ConfigError('NATS_URL: all addresses must begin with nats://, or all with tls://')
  }
  const signIns = urls.map(({ username, password }) => `${username}:${password}`)
  if (new Set(signIns).size > 1) throw new ConfigError('NATS_URL: all addresses must have the same name and password')
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)]
  return {
    servers: urls.map(({ host }) => host),
    ...(user && (pass ? { user, pass } : { token: user })),
    // Without this, an encrypted connection is used only if the server offers it.
    ...(first.protocol === 'tls:' && { tls: {} }),
  }
}
