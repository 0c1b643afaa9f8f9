import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './headers.ts'
import { mountSearchFiles } from './search-files.ts'

/** What a page carries of a studio before any script runs: links and a title for the head. */
export type Face = { title: string; head: string }

/** Whose page it is: a studio's, the product's own (null), or a studio's that does not exist. */
export type Owner = Face | 'nobody' | null

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
 * @param options.faceOf whose page is asked for; nobody's is answered as not found, with a page that says so
 */
export async function mountPages(
  app: FastifyInstance,
  options: { folder: string; publicUrl: string; faceOf: (request: FastifyRequest) => Promise<Owner> },
) {
  const { folder, publicUrl, faceOf } = options
  if (!existsSync(folder)) {
    app.setNotFoundHandler(() => fail('NOT_FOUND'))
    return
  }
  const pagesNow = watchPages(folder, publicUrl)
  const paths = [...pagesNow().keys()].filter((path) => path !== FALLBACK && path !== NOT_FOUND)
  mountSearchFiles(app, { publicUrl, paths })
  await app.register(staticFiles, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
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
    const pages = pagesNow()
    const own = owner ? undefined : pages.get(path === '/' ? '/' : path.replace(/\/+$/, ''))
    const page = own ?? (owner === 'nobody' ? pages.get(NOT_FOUND) : undefined) ?? pages.get(FALLBACK)
    if (!page) fail('NOT_FOUND')
    reply.headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const face = owner === 'nobody' ? null : owner
    reply.code(owner === 'nobody' ? 404 : 200).type('text/html; charset=utf-8')
    return reply.send(face ? wear(page.html, face) : page.html)
  })
}

/**
 * The pages as they stand in the folder now. A build that replaces them under a running server is taken up with the next
 * page that is asked for: an old page would name files that are gone. While a build is being written the old ones stay.
 */
function watchPages(folder: string, publicUrl: string): () => Map<string, Page> {
  let builtAt = lastBuilt(folder)
  let pages = readPages(folder, publicUrl)
  return () => {
    const now = lastBuilt(folder)
    if (now !== null && now !== builtAt) {
      pages = readPages(folder, publicUrl)
      builtAt = now
    }
    return pages
  }
}

// The build writes this page last.
const lastBuilt = (folder: string) => statSync(join(folder, FALLBACK), { throwIfNoEntry: false })?.mtimeMs ?? null

function readPages(folder: string, publicUrl: string): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.html')) continue
    const html = readFileSync(join(folder, entry), 'utf8').replace(ORIGIN, publicUrl)
    const path = relative(folder, join(folder, entry)).split(sep).join('/')
    const key = path === FALLBACK ? FALLBACK : `/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
    pages.set(key, { html, policy: contentSecurityPolicy(hashesOf(html, 'script'), hashesOf(html, 'style')) })
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

/** Puts a studio's face into a page's head: its title in place of ours, its links last, so that they win. */
export function wear(html: string, face: Face): string {
  const titled = /<title>[^<]*<\/title>/.test(html)
    ? html.replace(/<title>[^<]*<\/title>/, () => face.title)
    : html.replace('</head>', () => `${face.title}</head>`)
  return titled.replace('</head>', () => `${face.head}</head>`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes text harmless inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
