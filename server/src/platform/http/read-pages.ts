import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import type { SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { addFileLimit } from './file-limit.ts'
import { contentSecurityPolicy } from './headers.ts'
import { NONCE, type Template } from './page-template.ts'
import { withoutPlans } from './plans-off.ts'
import { addSignInOffer } from './sign-in-offer.ts'

/**
 * A prerendered page, and the policy that allows its own scripts and styles. If the page contains the app, both have the
 * placeholder `NONCE`.
 */
type Page = {
  html: string
  policy: string
  /** For pages of studios; compiled when it is first needed. */
  template?: Template
  /** For the platform's own pages; compiled when it is first needed. */
  ownTemplate?: Template
}

/** The pages by their path. */
export type PrerenderedPages = Map<string, Page>

/** The page for all paths without a prerendered page. The browser's router continues in it. */
export const FALLBACK = '__spa-fallback.html'

/** The prerendered public page, for any studio. */
export const PUBLIC_PAGE = `/s/${placeholderStudio.slug}`

/** The prerendered booking form for any studio, to show in frames on other websites. */
const FRAMED_PAGE = `/embed/${placeholderStudio.slug}`

/** The build writes this placeholder instead of the product's address, which only the configuration knows. */
const ORIGIN = /https:\/\/studiohub\.invalid(?=[/"])/g

type PageOptions = {
  publicUrl: string
  widgets: readonly string[]
  plans: boolean
  file_mb: number
  signIn: SignInOffer
}

/**
 * Returns the current pages of the folder. After a build has replaced them, the next request reads the new pages, because old
 * pages name deleted files. During a build, requests still get the old pages.
 */
export function watchPages(folder: string, options: PageOptions): () => PrerenderedPages {
  let builtAt = builtTimeOf(folder)
  let pages = readPages(folder, options)
  return () => {
    const now = builtTimeOf(folder)
    if (now !== null && now !== builtAt) {
      pages = readPages(folder, options)
      builtAt = now
    }
    return pages
  }
}

// The build writes this page last, so it shows that a build is complete.
const builtTimeOf = (folder: string) => statSync(join(folder, FALLBACK), { throwIfNoEntry: false })?.mtimeMs ?? null

function readPages(folder: string, { publicUrl, widgets, plans, file_mb, signIn }: PageOptions): PrerenderedPages {
  const pages = new Map<string, Page>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.html')) continue
    const page = readFileSync(join(folder, entry), 'utf8').replace(ORIGIN, publicUrl)
    const html = plans ? page : withoutPlans(page)
    if (html === null) continue
    const path = relative(folder, join(folder, entry)).split(sep).join('/')
    const key = path === FALLBACK ? FALLBACK : `/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
    // Only the fallback page, which can show forms, the prerendered sign-in pages, and a studio's public page and framed
    // form may load widgets. All other pages keep the stricter policy.
    const widgetOrigins =
      key === FALLBACK || key === PUBLIC_PAGE || key === FRAMED_PAGE || /(^|\/)auth\//.test(key) ? widgets : []
    const styles = [...hashesOf(html, 'style'), ...(hasApp(html) ? [`'nonce-${NONCE}'`] : [])]
    const strict = contentSecurityPolicy(hashesOf(html, 'script'), styles, widgetOrigins)
    // The studio sees its public page in a frame of its dashboard.
    const policy = key === PUBLIC_PAGE ? strict.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : strict
    pages.set(key, {
      html: hasApp(html) ? addNonce(addSignInOffer(addFileLimit(html, file_mb), signIn)) : html,
      policy,
    })
  }
  return pages
}

const hasApp = (html: string) => html.includes('__reactRouterContext')

// Dialogs lock scrolling with a `<style>` element. Its text depends on the browser, so a hash cannot allow it.
const addNonce = (html: string) => html.replace('</head>', `<meta property="csp-nonce" nonce="${NONCE}"></head>`)

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g')
  return [...html.matchAll(inline)].map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  )
}
