import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/http/pages.ts'

/** Where a person may be sent back to after a mailed link, taken apart. */
export type Target = { url: URL; slug: string | null }

/** The pages that know what to do with a person who comes back; each also under a studio's own address. */
const PAGES = /^(?:\/(?:s\/)?([a-z0-9][a-z0-9-]{1,58}[a-z0-9]))?\/auth\/(?:callback|reset-password)\/?$/
// Browsers read a back-slash as a slash and drop tabs and line breaks: what we check must be what they follow.
const AMBIGUOUS = /[\\\p{Cc}\s]/u

/**
 * Takes a `redirect_to` apart, if it is an absolute web address of one of the fixed pages, without user info. The
 * query is left as it is, the fragment is dropped. Whether its origin is allowed is the next question.
 */
export function readTarget(redirect_to: string): Target | null {
  if (AMBIGUOUS.test(redirect_to) || !/^https?:\/\/[^/]/i.test(redirect_to) || !URL.canParse(redirect_to)) return null
  const url = new URL(redirect_to)
  const path = PAGES.exec(url.pathname)
  if (!path || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return { url, slug: path[1] ?? null }
}

/** The page that somebody had asked for before they set out to sign in, as the address of the callback carries it. */
export const nextOf = ({ searchParams }: URL): string | null => searchParams.get('next')

const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** The origins of the installation itself: its public address and, on one's own machine, the other way to spell it. */
export function siteOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  const twin = twins[url.hostname]
  if (!twin) return [url.origin]
  const spelled = new URL(publicUrl)
  spelled.hostname = twin
  return [url.origin, spelled.origin]
}

/** Whether a studio's proven domain may be reached at this origin: over https, or just as the site itself is reached. */
export function mayBeStudioDomain(url: URL, publicUrl: string): boolean {
  const site = new URL(publicUrl)
  const likeSite = url.protocol === site.protocol && url.port === site.port
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')
  return !isAddress && (likeSite || (url.protocol === 'https:' && url.port === ''))
}

/**
 * The account behind a redirect: an existing person (`new_at` names the studio if the same request created the account), an
 * account that is created now, or nobody, who may not be sent to a studio's domain.
 */
export type Traveller = { id: string; new_at?: string | null } | 'created' | 'nobody'

/** How a person stands to a studio: where their live roles are, and whether a second factor guards their account. */
type RolesAround = { is_here: boolean; is_elsewhere: boolean; is_operator: boolean; has_factor: boolean }

/**
 * Whether a person may sign in on a studio's own domain. Operators and people with a second factor sign in at our own
 * address: no other page sees what opens their accounts.
 */
export const maySignInAtDomain = ({ is_operator, has_factor }: RolesAround) => !is_operator && !has_factor

/**
 * Whether a session of the studio's domain may go on: until the person's role there ends, and for people who have no role
 * yet and may join. Otherwise the domain would go on learning what they change.
 */
export const mayStayAtDomain = (standing: RolesAround & { was_here: boolean }) =>
  maySignInAtDomain(standing) && (standing.is_here || !(standing.was_here || standing.is_elsewhere))

/** Whether a code or a link may take this person to the domain of this studio. */
export function mayReturnTo(traveller: Traveller, standing: RolesAround | null, studio_id: string): boolean {
  if (typeof traveller === 'string' || standing === null) return traveller === 'created'
  const isTheirs = standing.is_here || traveller.new_at === studio_id
  return isTheirs && !standing.is_elsewhere && maySignInAtDomain(standing)
}

/** Where to go when no allowed address was asked for. */
export function siteDefault(publicUrl: string, page: 'callback' | 'reset-password'): URL {
  return new URL(`/auth/${page}`, publicUrl)
}

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The address that tells a page what went wrong: in the hash, and for a PKCE client in the query as well. */
export function withError(
  target: URL,
  refusal: { status: number; code: string; message: string },
  inQuery: boolean,
): string {
  const url = new URL(target)
  const says = {
    error: errorNames[refusal.status] ?? 'server_error',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  if (inQuery) for (const [name, value] of Object.entries(says)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...says, sb: '' }).toString()
  return url.href
}

/** A mailed link as a page gets it: in the hash, which no server and no log sees. */
type LinkInHash = { token_hash: string; type: string }

/**
 * The address that hands a page its auth code; what its query held is kept.
 * @param link goes along for a browser that did not ask for the code and cannot exchange it
 */
export function withCode(target: URL, code: string, link: LinkInHash | null = null): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  if (link) url.hash = new URLSearchParams(link).toString()
  return url.href
}

/**
 * The page beside the target on which a person confirms what a link is for by pressing a button.
 */
export function toConfirmPage(target: URL, link: LinkInHash): string {
  const url = new URL(target)
  url.pathname = url.pathname.replace(/(?:callback|reset-password)\/?$/, 'confirm')
  url.hash = new URLSearchParams(link).toString()
  return url.href
}

/** Where a browser goes on to; `leaves` where a code goes along to a studio's own domain, with how the page names it and the way to stay. */
export type Leaving = { location: string; leaves?: { studio_name: string; instead: string } }

// The colors of our own sign-in page: the page is ours, not the studio's.
const leavingStyle = `
:root { color-scheme: dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #111318; color: #fafafa;
  font: 1rem/1.5 Inter, system-ui, sans-serif }
main { box-sizing: border-box; width: 100%; max-width: 28rem; padding: 1rem; text-align: center }
main > svg { width: 3.5rem; height: 3.5rem }
.name { margin: .5rem 0 1.5rem; color: #fafafa; font-size: 1.125rem; font-weight: 600 }
section { padding: 1.5rem; border: 1px solid #2b2e36; border-radius: .625rem; background: #1b1d23; overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3; text-wrap: balance }
p { margin: 0 0 1rem; color: #b4b8c0 }
p:last-child { margin: 0 }
strong { color: #fafafa }
a { color: #6ee7f2 }
a:focus-visible { outline: 2px solid #6ee7f2; outline-offset: 2px }
.go { display: block; padding: .625rem 1rem; border-radius: .5rem; background: #2ad4e3; color: #0c1118; font-weight: 600;
  text-decoration: none }
`

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2ad4e3"/><path d="M7 14v4M12 9v14M16 12v8M20 7v18M25 13v6" stroke="#0c1118" stroke-width="2.6" stroke-linecap="round"/></svg>'

/** The page's own style and nothing else: no script, no form, no frame. */
export const leavingPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(leavingStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page that names a studio's domain before a code leaves for it. It works without a script. */
export function leavingPage(way: { location: string; studio_name: string; instead: string }): string {
  const host = escapeHtml(new URL(way.location).host)
  const [location, name, instead] = [way.location, way.studio_name, way.instead].map(escapeHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Continue to ${host}</title>
<style>${leavingStyle}</style>
</head>
<body>
<main>
${mark}
<p class="name">StudioHub</p>
<section>
<h1>Continue to ${host}?</h1>
<p><strong>${host}</strong> is the website of ${name}. You will be signed in there, for this studio only.</p>
<p>Continue only if you came from that website.</p>
<p><a class="go" href="${location}" rel="noreferrer">Continue to ${host}</a></p>
<p><a href="${instead}">Sign in to StudioHub instead</a></p>
</section>
</main>
</body>
</html>
`
}
