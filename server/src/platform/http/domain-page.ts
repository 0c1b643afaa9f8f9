import { createHash } from 'node:crypto'
import { escapeHtml } from './studio-head.ts'

// The colors of our own sign-in page, because this is not a page of the studio.
const domainPageStyle = `
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

const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2ad4e3"/><path d="M7 14v4M12 9v14M16 12v8M20 7v18M25 13v6" stroke="#0c1118" stroke-width="2.6" stroke-linecap="round"/></svg>'

/** Allows only the page's own style: no scripts, forms or frames. */
export const domainPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(domainPageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page that asks for confirmation before a code goes to a studio's domain. It needs no script. */
export function renderDomainPage(target: { location: string; studio_name: string; stayUrl: string }): string {
  const host = escapeHtml(new URL(target.location).host)
  const [location, name, stayUrl] = [target.location, target.studio_name, target.stayUrl].map(escapeHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Continue to ${host}</title>
<style>${domainPageStyle}</style>
</head>
<body>
<main>
${logo}
<p class="name">StudioHub</p>
<section>
<h1>Continue to ${host}?</h1>
<p><strong>${host}</strong> is the website of ${name}. You will be signed in there, for this studio only.</p>
<p>Continue only if you came from that website.</p>
<p><a class="go" href="${location}" rel="noreferrer">Continue to ${host}</a></p>
<p><a href="${stayUrl}">Sign in to StudioHub instead</a></p>
</section>
</main>
</body>
</html>
`
}
