import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config.ts'

/**
 * The content security policy of a page: our own scripts, and by hash those that the build inlined. Libraries
 * position menus with style attributes; style elements need a hash or a nonce.
 * @param styles hashes or nonces of the allowed style elements
 * @param widgets origins of external scripts and frames that the operator has chosen
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  styles: readonly string[] = [],
  widgets: readonly string[] = [],
): string {
  const others = widgets.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim() + others,
    `style-src-elem 'self' ${styles.join(' ')}`.trim() + others,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // To play a recording that the browser has just made.
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

/** The headers that helmet sets on every response. Their policy allows nothing; a page replaces it with its own. */
export const helmetOptions = (config: Pick<Config, 'publicUrl'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  hsts: config.publicUrl.startsWith('https:') && { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: true },
})

/** Headers that helmet cannot set: which devices a page may use, and no caching, because answers depend on the caller. */
export const ownHeaders = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=()',
  'cache-control': 'no-store',
  vary: 'authorization',
}

/**
 * Headers that matter for pages only. Without this list, a first visit would receive more than half a kilobyte of them with
 * each of its twenty scripts (decision 0167).
 */
export const pageHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Headers for responses that are sent before helmet runs, such as those to invalid HTTP. */
export const bareHeaders = {
  ...ownHeaders,
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}
