import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config.ts'

/**
 * The content security policy of a page (safety G15): our own scripts, plus the hashes of those that the build inlined.
 * Style attributes are the libraries' way of placing menus; style elements need a hash.
 * @param widgets origins of another's scripts and frames that the operator has chosen to show
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  styleHashes: readonly string[] = [],
  widgets: readonly string[] = [],
): string {
  const others = widgets.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim() + others,
    `style-src-elem 'self' ${styleHashes.join(' ')}`.trim() + others,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // What somebody has just recorded themselves, to be heard again.
    "media-src 'self' blob:",
    `connect-src 'self'${others}`,
    ...(others ? [`frame-src 'self'${others}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

const HALF_A_YEAR_SECONDS = 15_552_000

/** What helmet puts on every answer; a page replaces the policy, which allows nothing, by its own. */
export const helmetOptions = (config: Pick<Config, 'publicUrl'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  hsts: config.publicUrl.startsWith('https:') && { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: true },
})

/** What helmet has no word for: which devices a page may ask for, and that no cache keeps what depends on the asker. */
export const ownHeaders = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=()',
  'cache-control': 'no-store',
  vary: 'authorization',
}

/** For answers that leave before helmet has its say: to what is no HTTP, or names an address that cannot be read. */
export const bareHeaders = {
  ...ownHeaders,
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}
