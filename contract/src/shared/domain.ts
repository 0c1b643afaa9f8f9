import { z } from 'zod'

const NAME_MAX = 253
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that lead to nobody's place on the internet, and those under which machines of one network find each other. */
const unownable = new Set(['localhost', 'local', 'internal', 'invalid', 'test', 'onion', 'arpa', 'lan', 'home', 'corp'])

/**
 * A domain as somebody types it: in small letters, without a dot at its end. Letters beyond ASCII are refused, also in
 * their written form (`xn--`): two domains that look alike are two studios that look alike (safety T56).
 */
export function readDomain(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  const fits = name.length <= NAME_MAX && labels.length >= 2 && labels.every((part) => label.test(part))
  const isNamed = /^[a-z]{2,}$/.test(last) && !unownable.has(last) && !labels.some((part) => part.startsWith('xn--'))
  return fits && isNamed ? name : null
}

/** A domain that a studio may call its own. */
export const Domain = z
  .string({ error: 'Please enter a domain' })
  .max(NAME_MAX + 2)
  .refine((text) => readDomain(text) !== null, {
    error: 'Please enter a domain such as book.yourstudio.com',
    params: { code: 'DOMAIN_INVALID' },
  })
  .transform((text) => readDomain(text) ?? '')
