/** First path segments that are never a studio (spec section 2 and `docs/decisions/0002`); the database checks the same list. */
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
] as const

const reserved: ReadonlySet<string> = new Set(reservedSlugs)

export const isReservedSlug = (slug: string) => reserved.has(slug)

/** 3 to 60 of `a-z 0-9 -`, no hyphen first or last: a slug can never equal a domain. */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/
