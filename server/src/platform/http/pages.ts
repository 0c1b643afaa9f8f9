import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import { fail } from '@studiohub/contract/errors.ts'
import { SERVICES_ELEMENT, STUDIO_ELEMENT, standIn, standInService } from '@studiohub/contract/shared/stand-in.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './headers.ts'
import { mountSearchFiles } from './search-files.ts'

/** What a page carries of a studio before any script runs: links and a title for the head. */
export type Face = {
  title: string
  head: string
  /** The studio itself, for pages that were written for its stand-in. */
  studio: Worn
  /** What can be booked there, of a page that says so: as it is shown, and as data for the script. */
  services?: {
    shown: { [name in keyof typeof standInService]: string }[]
    data: unknown
    takes_bookings?: boolean
    /** The contact that is shown if nothing can be booked. */
    contact?: { contact_email: string | null; contact_phone: string | null }
  }
}

type Worn = {
  [name in Exclude<keyof typeof standIn, 'initial' | 'contact_email' | 'contact_phone'>]: string | null
} & {
  name: string
  slug: string
  /** Only where a page says whether it can be booked. */
  is_active?: boolean
  /** The page was asked for under the studio's own domain. */
  own_domain?: boolean
}

/** Whose page it is: a studio's, the product's own (null), nobody's, or one that is somewhere else. */
export type Owner = Face | { elsewhere: string } | 'nobody' | null

/** A page as it was built: its text cut where a face goes in, and the policy that lets its own scripts run. */
type Page = { html: string; policy: string }

const YEAR_MS = 365 * 24 * 3600 * 1000
const FALLBACK = '__spa-fallback.html'
const NOT_FOUND = '/static/not-found'

/** What the build writes for the product's own address, which only the configuration knows. */
const ORIGIN = /https:\/\/studiohub\.invalid(?=[/"])/g

/** Paths under which a miss is the API's to answer, in JSON, and never a page. */
const machinePrefixes = ['/api/', '/auth/v1/', '/functions/', '/storage/', '/brand/', '/internal/', '/assets/']

/**
 * Serves the built screens: prerendered pages at their own path, hashed assets for ever, and for every other path the
 * page from which the browser's router goes on.
 * @param options.folder the web build (`web/build/client`)
 * @param options.publicUrl the product's own address, for links that must be whole
 * @param options.widgets origins of scripts and frames of others that the pages may show
 * @param options.faceOf whose page is asked for; nobody's is answered as not found, with a page that says so
 * @param options.listStudioPages at most so many paths of studios' pages that want to be found
 */
export async function mountPages(
  app: FastifyInstance,
  options: {
    folder: string
    publicUrl: string
    widgets?: readonly string[]
    faceOf: (request: FastifyRequest) => Promise<Owner>
    listStudioPages: (request: FastifyRequest, most: number) => Promise<string[]>
  },
) {
  const { folder, publicUrl, widgets = [], faceOf, listStudioPages } = options
  if (!existsSync(folder)) {
    app.setNotFoundHandler(() => fail('NOT_FOUND'))
    return
  }
  const pagesNow = watchPages(folder, publicUrl, widgets)
  const paths = [...pagesNow().keys()].filter(
    (path) => path !== FALLBACK && path !== NOT_FOUND && !path.endsWith('/auth/login') && !path.includes(standIn.slug),
  )
  mountSearchFiles(app, { publicUrl, paths, listOthers: listStudioPages })
  await app.register(staticFiles, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build has compressed its texts as far as it goes.
    preCompressed: true,
    // The router answers with pages below; this plugin only with files that are no pages. It would call a folder forbidden.
    allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('/'),
    setHeaders(reply, path) {
      const forever = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', forever ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=3600')
      reply.header('vary', 'accept-encoding')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wanted = request.method === 'GET' || request.method === 'HEAD'
    if (!wanted || machinePrefixes.some((prefix) => `${path}/`.startsWith(prefix))) {
      fail('NOT_FOUND', { message: 'There is nothing at this address.' })
    }
    const owner = await faceOf(request)
    if (isElsewhere(owner)) return reply.header('cache-control', 'no-cache').redirect(owner.elsewhere, 302)
    const pages = pagesNow()
    const page = pages.get(keyOf(path, owner)) ?? pages.get(FALLBACK)
    if (!page) fail('NOT_FOUND')
    reply.headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const face = owner === 'nobody' ? null : owner
    reply.code(owner === 'nobody' ? 404 : 200).type('text/html; charset=utf-8')
    return reply.send(face ? wear(page.html, face) : page.html)
  })
}

type Here = Exclude<Owner, { elsewhere: string }>

const isElsewhere = (owner: Owner): owner is { elsewhere: string } =>
  typeof owner === 'object' && owner !== null && 'elsewhere' in owner

function keyOf(path: string, owner: Here): string {
  if (owner === 'nobody') return NOT_FOUND
  // In any case, as the browser's router reads them.
  const whole = path === '/' ? '/' : path.replace(/\/+$/, '').toLowerCase()
  return owner ? whole.replace(/^(\/s)?\/[^/]+/, (_first, prefix = '') => `${prefix}/${standIn.slug}`) : whole
}

/**
 * The pages as they stand in the folder now. A build that replaces them under a running server is taken up with the next
 * page that is asked for: an old page would name files that are gone. While a build is being written the old ones stay.
 */
function watchPages(folder: string, publicUrl: string, widgets: readonly string[]): () => Map<string, Page> {
  let builtAt = lastBuilt(folder)
  let pages = readPages(folder, publicUrl, widgets)
  return () => {
    const now = lastBuilt(folder)
    if (now !== null && now !== builtAt) {
      pages = readPages(folder, publicUrl, widgets)
      builtAt = now
    }
    return pages
  }
}

// The build writes this page last.
const lastBuilt = (folder: string) => statSync(join(folder, FALLBACK), { throwIfNoEntry: false })?.mtimeMs ?? null

function readPages(folder: string, publicUrl: string, widgets: readonly string[]): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.html')) continue
    const html = readFileSync(join(folder, entry), 'utf8').replace(ORIGIN, publicUrl)
    const path = relative(folder, join(folder, entry)).split(sep).join('/')
    const key = path === FALLBACK ? FALLBACK : `/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
    // The page from which the router goes on leads to forms, and those to sign in are written too; the others stay as
    // closed as they are.
    const others = key === FALLBACK || /(^|\/)auth\//.test(key) ? widgets : []
    pages.set(key, { html, policy: contentSecurityPolicy(hashesOf(html, 'script'), hashesOf(html, 'style'), others) })
  }
  return pages
}

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
 * Puts a studio's face into a page: its title in place of ours, its links last, so that they win, the studio as data for
 * the script, and in a page that was written for any studio this one in place of the stand-in.
 */
export function wear(html: string, face: Face): string {
  const shown = face.services?.shown ?? []
  const offers = shown.length > 0
  const { takes_bookings = true, contact = { contact_email: null, contact_phone: null } } = face.services ?? {}
  const is_open = Boolean(face.studio.is_active) && takes_bookings
  const own = standingIn(listed(html, shown), {
    ...face.studio,
    ...contact,
    offers,
    is_open,
    offers_nothing: is_open && !offers,
  })
  const titled = /<title>[^<]*<\/title>/.test(own)
    ? own.replace(/<title>[^<]*<\/title>/, () => face.title)
    : own.replace('</head>', () => `${face.title}</head>`)
  const data = dataIn(STUDIO_ELEMENT, face.studio) + (face.services ? dataIn(SERVICES_ELEMENT, face.services.data) : '')
  return titled.replace('</head>', () => `${face.head}${data}</head>`)
}

// No browser runs it, and nothing in it ends it.
const dataIn = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Writes the element of a service once for each of them. */
function listed(html: string, services: NonNullable<Face['services']>['shown']): string {
  return html.replace(/<(\w+)\b[^>]*? data-each="service"[^>]*>.*?<\/\1>/s, (element) =>
    services.map((service) => inPlaceOf(standInService, service, element)).join(''),
  )
}

const inPlaceOf = (standIns: Record<string, string>, values: object, html: string) =>
  Object.entries(standIns).reduce(
    (text, [name, word]) => text.replaceAll(word, () => escapeHtml(Reflect.get(values, name) ?? '')),
    html,
  )

type Answers = { offers: boolean; is_open: boolean; offers_nothing: boolean }

function standingIn(html: string, studio: Worn & Answers): string {
  if (!html.includes(standIn.slug)) return html
  const has = (what: string): boolean =>
    what.startsWith('no_') ? !has(what.slice('no_'.length)) : Boolean(Reflect.get(studio, what))
  const parts = /<(?:img\b[^>]*? data-when="(\w+)"[^>]*>|(\w+)\b[^>]*? data-when="(\w+)"[^>]*>.*?<\/\2>)/gs
  const whole = html
    // What a studio lacks cannot be fetched ahead; the head of its page asks for its logo itself.
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    .replace(parts, (part, image, _tag, other) => (has(image ?? other) ? part : ''))
  const initial = studio.name.trim().slice(0, 1).toUpperCase()
  return inPlaceOf(standIn, { ...studio, initial }, whole)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes text harmless inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
