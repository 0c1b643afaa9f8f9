import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import { fail } from '@studiohub/contract/errors.ts'
import { SERVICES_ELEMENT, STUDIO_ELEMENT, standIn, standInService } from '@studiohub/contract/shared/stand-in.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './headers.ts'
import { withoutPlans } from './plans-off.ts'
import { mountSearchFiles } from './search-files.ts'

/** The data of a studio that a page contains before any script runs: title and links for the head. */
export type StudioPage = {
  title: string
  head: string
  /** Replaces the stand-in in pages that were prerendered for any studio. */
  studio: StudioValues
  /** The services on a public page: as shown text, and as data for the script. */
  services?: {
    shown: { [name in keyof typeof standInService]: string }[]
    data: unknown
    takes_bookings?: boolean
    /** The contact that is shown if nothing can be booked. */
    contact?: { contact_email: string | null; contact_phone: string | null }
  }
}

type StudioValues = {
  [name in Exclude<keyof typeof standIn, 'initial' | 'contact_email' | 'contact_phone'>]: string | null
} & {
  name: string
  slug: string
  /** Only on pages that show whether the studio can be booked. */
  is_active?: boolean
  /** The request came to the studio's own domain. */
  own_domain?: boolean
}

/** Whose page a request names: a studio's, the product's own (null), an unknown studio's, or a page that has moved. */
export type PageOwner = StudioPage | { elsewhere: string } | 'nobody' | null

/**
 * A prerendered page, and the policy that allows its own scripts and styles. In a page with the app both contain the
 * placeholder `NONCE`.
 */
type Page = { html: string; policy: string }

const NONCE = 'NONCE-OF-THE-ANSWER'
const NONCE_BYTES = 16

const YEAR_MS = 365 * 24 * 3600 * 1000
const FALLBACK = '__spa-fallback.html'
const NOT_FOUND = '/static/not-found'

/** The build writes this placeholder for the product's own address, which only the configuration knows. */
const ORIGIN = /https:\/\/studiohub\.invalid(?=[/"])/g

/** Under these paths an unknown address gets a JSON error of the API, never a page. */
const machinePrefixes = ['/api/', '/auth/v1/', '/functions/', '/storage/', '/brand/', '/internal/', '/assets/']

/**
 * Serves the web build: prerendered pages at their own path, hashed assets with an unlimited cache time, and for every other
 * path the fallback page, from which the browser's router continues.
 * @param options.folder the web build (`web/build/client`)
 * @param options.publicUrl the product's own address, for absolute links
 * @param options.widgets origins of external scripts and frames that the pages may load
 * @param options.plans false: the pages have neither plans nor prices
 * @param options.faceOf whose page a request names; an unknown studio gets the "not found" page
 * @param options.listStudioPages paths of studios' pages for the sitemap, at most `most`
 */
export async function mountPages(
  app: FastifyInstance,
  options: {
    folder: string
    publicUrl: string
    widgets?: readonly string[]
    plans?: boolean
    faceOf: (request: FastifyRequest) => Promise<PageOwner>
    listStudioPages: (request: FastifyRequest, most: number) => Promise<string[]>
  },
) {
  const { folder, publicUrl, widgets = [], plans = true, faceOf, listStudioPages } = options
  if (!existsSync(folder)) {
    app.setNotFoundHandler(() => fail('NOT_FOUND'))
    return
  }
  const currentPages = watchPages(folder, { publicUrl, widgets, plans })
  const paths = [...currentPages().keys()].filter(
    (path) => path !== FALLBACK && path !== NOT_FOUND && !path.endsWith('/auth/login') && !path.includes(standIn.slug),
  )
  mountSearchFiles(app, { publicUrl, paths, listOthers: listStudioPages })
  await app.register(staticFiles, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build contains compressed copies of its texts.
    preCompressed: true,
    // Pages are served below. This plugin serves other files only; for a folder it would answer 403.
    allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('/'),
    setHeaders(reply, path) {
      const forever = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', forever ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=3600')
      reply.header('vary', 'accept-encoding')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD'
    if (!isPageRequest || machinePrefixes.some((prefix) => `${path}/`.startsWith(prefix))) {
      fail('NOT_FOUND', { message: 'There is nothing at this address. Please check it.' })
    }
    const owner = await faceOf(request)
    if (isMoved(owner)) return reply.header('cache-control', 'no-cache').redirect(owner.elsewhere, 302)
    const pages = currentPages()
    const prerendered = pages.get(keyOf(path, owner)) ?? pages.get(FALLBACK)
    if (!prerendered) fail('NOT_FOUND')
    const page = withNonce(prerendered)
    reply.headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const studioPage = owner === 'nobody' ? null : owner
    reply.code(owner === 'nobody' ? 404 : 200).type('text/html; charset=utf-8')
    return reply.send(studioPage ? fillStudioPage(page.html, studioPage) : page.html)
  })
}

/** Gives the page a nonce that no other answer has. */
function withNonce({ html, policy }: Page): Page {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return { html: html.replace(NONCE, nonce), policy: policy.replace(NONCE, nonce) }
}

type KnownOwner = Exclude<PageOwner, { elsewhere: string }>

const isMoved = (owner: PageOwner): owner is { elsewhere: string } =>
  typeof owner === 'object' && owner !== null && 'elsewhere' in owner

function keyOf(path: string, owner: KnownOwner): string {
  if (owner === 'nobody') return NOT_FOUND
  // Case does not matter, as in the browser's router.
  const whole = path === '/' ? '/' : path.replace(/\/+$/, '').toLowerCase()
  return owner ? whole.replace(/^(\/s)?\/[^/]+/, (_first, prefix = '') => `${prefix}/${standIn.slug}`) : whole
}

type PageOptions = { publicUrl: string; widgets: readonly string[]; plans: boolean }

/**
 * Returns the current pages of the folder. If a build replaces them while the server runs, the next request reads the new
 * ones, because old pages name deleted files. While a build is being written, the old pages stay.
 */
function watchPages(folder: string, options: PageOptions): () => Map<string, Page> {
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

// The build writes this page last.
const builtTimeOf = (folder: string) => statSync(join(folder, FALLBACK), { throwIfNoEntry: false })?.mtimeMs ?? null

function readPages(folder: string, { publicUrl, widgets, plans }: PageOptions): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.html')) continue
    const whole = readFileSync(join(folder, entry), 'utf8').replace(ORIGIN, publicUrl)
    const html = plans ? whole : withoutPlans(whole)
    if (html === null) continue
    const path = relative(folder, join(folder, entry)).split(sep).join('/')
    const key = path === FALLBACK ? FALLBACK : `/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
    // Only the fallback page, which can show forms, and the prerendered sign-in pages may load widgets. All other pages
    // keep the stricter policy.
    const others = key === FALLBACK || /(^|\/)auth\//.test(key) ? widgets : []
    const styles = [...hashesOf(html, 'style'), ...(hasApp(html) ? [`'nonce-${NONCE}'`] : [])]
    const policy = contentSecurityPolicy(hashesOf(html, 'script'), styles, others)
    pages.set(key, { html: hasApp(html) ? addNonce(html) : html, policy })
  }
  return pages
}

const hasApp = (html: string) => html.includes('__reactRouterContext')

// Dialogs lock scrolling with a `<style>` element. Its text depends on the browser, so no hash can allow it.
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

/**
 * Puts a studio into a page: its title in place of ours, its links at the end of the head, so that they win, the studio as
 * data for the script, and its name and texts in place of the stand-in's.
 */
export function fillStudioPage(html: string, studioPage: StudioPage): string {
  const shown = studioPage.services?.shown ?? []
  const offers = shown.length > 0
  const { takes_bookings = true, contact = { contact_email: null, contact_phone: null } } = studioPage.services ?? {}
  const is_open = Boolean(studioPage.studio.is_active) && takes_bookings
  const own = replaceStudio(repeatServices(html, shown), {
    ...studioPage.studio,
    ...contact,
    offers,
    is_open,
    offers_nothing: is_open && !offers,
  })
  const titled = /<title>[^<]*<\/title>/.test(own)
    ? own.replace(/<title>[^<]*<\/title>/, () => studioPage.title)
    : own.replace('</head>', () => `${studioPage.title}</head>`)
  const data =
    dataElement(STUDIO_ELEMENT, studioPage.studio) +
    (studioPage.services ? dataElement(SERVICES_ELEMENT, studioPage.services.data) : '')
  return titled.replace('</head>', () => `${studioPage.head}${data}</head>`)
}

// The browser does not run this script element, and escaping `<` prevents the data from closing it.
const dataElement = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Repeats the element of a service for each service. */
function repeatServices(html: string, services: NonNullable<StudioPage['services']>['shown']): string {
  return html.replace(/<(\w+)\b[^>]*? data-each="service"[^>]*>.*?<\/\1>/s, (element) =>
    services.map((service) => replaceStandIns(standInService, service, element)).join(''),
  )
}

const replaceStandIns = (standIns: Record<string, string>, values: object, html: string) =>
  Object.entries(standIns).reduce(
    (text, [name, word]) => text.replaceAll(word, () => escapeHtml(Reflect.get(values, name) ?? '')),
    html,
  )

type PageConditions = { offers: boolean; is_open: boolean; offers_nothing: boolean }

function replaceStudio(html: string, studio: StudioValues & PageConditions): string {
  if (!html.includes(standIn.slug)) return html
  const has = (what: string): boolean =>
    what.startsWith('no_') ? !has(what.slice('no_'.length)) : Boolean(Reflect.get(studio, what))
  const parts = /<(?:img\b[^>]*? data-when="(\w+)"[^>]*>|(\w+)\b[^>]*? data-when="(\w+)"[^>]*>.*?<\/\2>)/gs
  const whole = html
    // A missing logo must not be preloaded. The head of the studio's page preloads its own logo.
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    .replace(parts, (part, image, _tag, other) => (has(image ?? other) ? part : ''))
  const initial = studio.name.trim().slice(0, 1).toUpperCase()
  return replaceStandIns(standIn, { ...studio, initial }, whole)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
