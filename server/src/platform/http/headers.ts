import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The content security policy of a page (safety G15): our own scripts, plus the hashes of those that the build inlined.
 * Style attributes are the libraries' way of placing menus; style elements need a hash.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[], styleHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    `style-src-elem 'self' ${styleHashes.join(' ')}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const HALF_A_YEAR_SECONDS = 15_552_000

/** The headers of every answer; a page replaces the policy by its own, an asset the caching by its own. */
export function setSecurityHeaders(reply: FastifyReply, config: Config) {
  reply.headers({
    'content-security-policy': NOTHING,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=()',
    'cache-control': 'no-store',
    vary: 'authorization',
  })
  if (config.publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', `max-age=${HALF_A_YEAR_SECONDS}; includeSubDomains`)
  }
}
