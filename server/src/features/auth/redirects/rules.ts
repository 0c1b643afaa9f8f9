/** A parsed `redirect_to`. */
export type RedirectTarget = { url: URL; slug: string | null }

/** The pages to which a person returns. Each also exists under a studio's slug. */
const PAGES = /^(?:\/(?:s\/)?([a-z0-9][a-z0-9-]{1,58}[a-z0-9]))?\/auth\/(?:callback|reset-password)\/?$/
// Browsers read a backslash as a slash, and drop tabs and line breaks. Such an address could open another page than the
// checked one.
const AMBIGUOUS = /[\\\p{Cc}\s]/u

/**
 * Parses a `redirect_to`: an absolute web address of one of these pages, without user info. The query stays, the fragment is
 * dropped. The caller must check whether the origin is allowed.
 * @returns null for any other address
 */
export function parseRedirectTarget(redirect_to: string): RedirectTarget | null {
  if (AMBIGUOUS.test(redirect_to) || !/^https?:\/\/[^/]/i.test(redirect_to) || !URL.canParse(redirect_to)) return null
  const url = new URL(redirect_to)
  const path = PAGES.exec(url.pathname)
  if (!path || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return { url, slug: path[1] ?? null }
}

/** The page that a person requested before they had to sign in, from the callback's query. */
export const getRequestedPage = ({ searchParams }: URL): string | null => searchParams.get('next')

const loopbackNames: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** The product's own origins: its public address and, on a local machine, the other name of that machine. */
export function siteOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  const otherName = loopbackNames[url.hostname]
  if (!otherName) return [url.origin]
  const otherUrl = new URL(publicUrl)
  otherUrl.hostname = otherName
  return [url.origin, otherUrl.origin]
}

/** Whether a studio's verified domain may have this protocol and port: https, or the protocol and port of the product. */
export function mayBeStudioDomain(url: URL, publicUrl: string): boolean {
  const site = new URL(publicUrl)
  const isLikeSite = url.protocol === site.protocol && url.port === site.port
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')
  return !isAddress && (isLikeSite || (url.protocol === 'https:' && url.port === ''))
}

/**
 * The account that is redirected: an existing person (`new_at` is the studio if this request created the account), an
 * account that is being created, or `none` for an unknown person, who must not be redirected to a studio's domain.
 */
export type RedirectAccount = { id: string; new_at?: string | null } | 'created' | 'none'

/** The roles of a person at one studio and elsewhere, and whether their account has a second factor. */
type RolesHereAndElsewhere = { is_here: boolean; is_elsewhere: boolean; is_operator: boolean; has_factor: boolean }

/**
 * Whether a person may sign in on a studio's own domain. Operators and people with a second factor sign in only at our own
 * address, so that no other page sees their credentials.
 */
export const maySignInAtDomain = ({ is_operator, has_factor }: RolesHereAndElsewhere) => !is_operator && !has_factor

/**
 * Whether a session on the studio's domain may continue: until the person's role there ends, and for people without a role
 * who may still join. Otherwise the domain could still read their data.
 */
export const mayStayAtDomain = (roles: RolesHereAndElsewhere & { was_here: boolean }) =>
  maySignInAtDomain(roles) && (roles.is_here || !(roles.was_here || roles.is_elsewhere))

/** Whether a code or a link for this account may go to this studio's domain. */
export function mayReturnTo(
  redirectAccount: RedirectAccount,
  roles: RolesHereAndElsewhere | null,
  studio_id: string,
): boolean {
  if (typeof redirectAccount === 'string' || roles === null) return redirectAccount === 'created'
  const isAtStudio = roles.is_here || redirectAccount.new_at === studio_id
  return isAtStudio && !roles.is_elsewhere && maySignInAtDomain(roles)
}

/** The page for requests without an allowed `redirect_to`. */
export function defaultRedirect(publicUrl: string, page: 'callback' | 'reset-password'): URL {
  return new URL(`/auth/${page}`, publicUrl)
}

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Adds an error to an address: in the hash, and for a PKCE client also in the query. */
export function withError(
  target: URL,
  error: { status: number; code: string; message: string },
  inQuery: boolean,
): string {
  const url = new URL(target)
  const parameters = {
    error: errorNames[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
  }
  if (inQuery) for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...parameters, sb: '' }).toString()
  return url.href
}

/** An emailed link in the hash of an address, which no server or log sees. */
type LinkInHash = { token_hash: string; type: string }

/**
 * Adds an auth code to the query of a page's address.
 * @param link set for a browser that did not request the code and so cannot exchange it
 */
export function withCode(target: URL, code: string, link: LinkInHash | null = null): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  if (link) url.hash = new URLSearchParams(link).toString()
  return url.href
}

/** The page on which a person confirms a link by pressing a button. */
export function toConfirmPage(target: URL, link: LinkInHash): string {
  const url = new URL(target)
  url.pathname = url.pathname.replace(/(?:callback|reset-password)\/?$/, 'confirm')
  url.hash = new URLSearchParams(link).toString()
  return url.href
}

/**
 * Where a browser goes next. `needsClick` is set if a code goes to a studio's domain: the person must first click on a page
 * with the studio's name, and can use `stayUrl` to stay at our own address.
 */
export type Redirection = { location: string; needsClick?: { studio_name: string; stayUrl: string } }
