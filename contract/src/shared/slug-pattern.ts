/**
 * First path segments that can't be a studio (spec section 2 and `docs/decisions/0002`). The database checks the same
 * list.
 */
export const reservedSlugs = [
  'auth',
  'super-admin',
  'studio',
  'staff',
  'partner',
  'profile',
  'network',
  'case-studies',
  'docs',
  'training',
  's',
  'client',
  'api',
  'internal',
  'brand',
  'events',
  'assets',
  'storage',
  'functions',
  'admin',
  'app',
  'www',
  'static',
  'health',
  'healthz',
  'readyz',
  'metrics',
  'calendars',
  'book',
  'invitations',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  '.well-known',
  'pay',
  'imprint',
  'privacy',
  'terms',
  'legal',
  'embed',
  'hooks',
  'keys',
  'mcp',
] as const

const reserved: ReadonlySet<string> = new Set(reservedSlugs)

export const isReservedSlug = (slug: string) => reserved.has(slug)

/** 3 to 60 characters of `a-z 0-9 -`, without a hyphen at either end. A slug can never equal a domain. */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/
