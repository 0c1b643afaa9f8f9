import { z } from 'zod'

const NAME_MAX = 253
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Reserved top-level names, and names used inside private networks. */
const reservedNames = new Set([
  'localhost',
  'local',
  'internal',
  'invalid',
  'test',
  'onion',
  'arpa',
  'lan',
  'home',
  'corp',
])

/**
 * Normalizes a typed domain: lower case, no trailing dot. Rejects letters beyond ASCII, also as punycode (`xn--`),
 * because look-alike domains would look like another studio.
 */
export function readDomain(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  const isWellFormed = name.length <= NAME_MAX && labels.length >= 2 && labels.every((part) => label.test(part))
  const isAllowed =
    /^[a-z]{2,}$/.test(last) && !reservedNames.has(last) && !labels.some((part) => part.startsWith('xn--'))
  return isWellFormed && isAllowed ? name : null
}

/** A custom domain of a studio. */
export const Domain = z
  .string({ error: 'Please enter a domain' })
  .max(NAME_MAX + 2)
  .refine((text) => readDomain(text) !== null, {
    error: 'Please enter a domain such as book.yourstudio.com',
    params: { code: 'DOMAIN_INVALID' },
  })
  .transform((text) => readDomain(text) ?? '')
