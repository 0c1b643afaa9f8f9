import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import { fail } from '@studiohub/contract/errors.ts'
import { legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { FILE_MAX_MB } from '@studiohub/contract/shared/files.ts'
import type { SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { standIn } from '@studiohub/contract/shared/stand-in.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addFileLimit } from './file-limit.ts'
import { fillStudioPage, type StudioPage } from './fill-page.ts'
import { contentSecurityPolicy, pageHeaders } from './headers.ts'
import {
  compileBody,
  compileTemplate,
  NONCE,
  renderTemplate,
  type Template,
  type TemplateEntry,
} from './page-template.ts'
import { withoutPlans } from './plans-off.ts'
import { mountSearchFiles } from './search-files.ts'
import { addSignInOffer, signInTemplateValues } from './sign-in-offer.ts'

/** The owner of the requested page: a studio, the product itself (null), an unknown studio, or an address that has moved. */
export type PageOwner = StudioPage | { elsewhere: string } | 'not_found' | null

/**
 * A prerendered page, and the policy that allows its own scripts and styles. If the page contains the app, both have the
 * placeholder `NONCE`.
 */
type Page = {
  html: string
  policy: string
  /** Compiled when the first studio needs this page. */
  template?: Template
  /** Compiled when the page is first shown as one of the platform's own. */
  ownTemplate?: Template
}

/** The platform's legal texts for its own pages. `is_missing`: the text of this page does not exist. */
type OwnTexts = { values: Record<string, unknown>; lists: Record<string, TemplateEntry[]>; is_missing: boolean }

const NONCE_BYTES = 16

const YEAR_MS = 365 * 24 * 3600 * 1000
const FALLBACK = '__spa-fallback.html'
const NOT_FOUND = '/static/not-found'

/** The link to the product's own manifest in every prerendered page. */
const OWN_MANIFEST = /<link rel="manifest"[^>]*>/

/** The prerendered public page, for any studio. */
const PUBLIC_PAGE = `/s/${standIn.slug}`

/** The prerendered booking form for any studio, to show in frames on other websites. */
const FRAMED_PAGE = `/embed/${standIn.slug}`
/** The script that shows the form on other websites. */
const EMBED_SCRIPT = 'embed.js'
/** The service worker. */
const WORKER_SCRIPT = 'sw.js'

const legalPaths: readonly string[] = legalKinds.map((kind) => `/${kind}`)

/** The build writes this placeholder instead of the product's address, which only the configuration knows. */
const ORIGIN = /https:\/\/studiohub\.invalid(?=[/"])/g

/** Scripts, styles and fonts, compressed or not. Browsers never show these as pages. */
const isPartOfPage = (path: string) => /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)

/** Under these paths an unknown address gets a JSON error, never a page. */
const machinePrefixes = ['/api/', '/auth/v1/', '/functions/', '/storage/', '/brand/', '/internal/', '/assets/']

/**
 * Serves the web build: prerendered pages at their own path, hashed assets with an unlimited cache time, and for all other
 * paths the fallback page, in which the browser's router continues.
 * @param options.folder the web build (`web/build/client`)
 * @param options.publicUrl the product's own address, for absolute links
 * @param options.widgets origins of external scripts and frames that the pages may load
 * @param options.plans false: the pages show no plans and prices
 * @param options.file_mb the largest file that people may upload, in megabytes
 * @param options.signIn the ways to sign in besides the password; none by default
 * @param options.findOwner whose page a request names; an unknown studio gets the "not found" page
 * @param options.readOwnTexts the legal texts of the platform's own pages; none by default
 * @param options.answerForm answers the form of a studio's public page; without it no form is accepted
 * @param options.listStudioPages paths of studios' pages for the sitemap, at most `most`
 */
export async function mountPages(
  app: FastifyInstance,
  options: {
    folder: string
    publicUrl: string
    widgets?: readonly string[]
    plans?: boolean
    file_mb?: number
    signIn?: SignInOffer
    findOwner: (request: FastifyRequest) => Promise<PageOwner>
    readOwnTexts?: (request: FastifyRequest, path: string) => Promise<OwnTexts>
    answerForm?: FormOptions['answerForm']
    listStudioPages: (request: FastifyRequest, most: number) => Promise<string[]>
  },
) {
  const {
    folder,
    publicUrl,
    widgets = [],
    plans = true,
    file_mb = FILE_MAX_MB,
    signIn = passwordOnly,
    findOwner,
    readOwnTexts = async () => noTexts,
    answerForm,
    listStudioPages,
  } = options
  if (!existsSync(folder)) {
    app.setNotFoundHandler(() => fail('NOT_FOUND'))
    return
  }
  const currentPages = watchPages(folder, { publicUrl, widgets, plans, file_mb, signIn })
  const paths = [...currentPages().keys()].filter(
    (path) =>
      path !== FALLBACK &&
      path !== NOT_FOUND &&
      !path.endsWith('/auth/login') &&
      !path.includes(standIn.slug) &&
      // These pages exist only if they have a text.
      !legalPaths.includes(path),
  )
  mountSearchFiles(app, { publicUrl, paths, listOthers: listStudioPages })
  await app.register(staticFiles, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build also contains compressed copies of its text files.
    preCompressed: true,
    // Pages are served below. This plugin serves only other files, because it would answer 403 for a folder.
    allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('/'),
    setHeaders(reply, path) {
      const forever = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', forever ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=3600')
      reply.header('vary', 'accept-encoding')
      if (path.endsWith(`${sep}${EMBED_SCRIPT}`)) reply.header('cross-origin-resource-policy', 'cross-origin')
      if (path.endsWith(`${sep}${WORKER_SCRIPT}`)) {
        // Its policy applies to what it does itself: it passes pages on, and nothing else.
        reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
        reply.header('cache-control', 'no-cache')
      }
      if (forever && isPartOfPage(path)) for (const name of pageHeaders) reply.removeHeader(name)
    },
  })
  const send: FormOptions['send'] = (reply, path, { owner, status, cache, texts = noTexts }) => {
    const pages = currentPages()
    const key = keyOf(path, owner)
    const prerendered = pages.get(key) ?? pages.get(FALLBACK)
    if (!prerendered) fail('NOT_FOUND')
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const studioPage = owner === 'not_found' ? null : owner
    const policy = framePolicy(prerendered.policy.replace(NONCE, nonce), studioPage?.framed_by)
    reply.headers({ 'content-security-policy': policy, 'cache-control': cache, vary: 'accept-encoding' })
    if (key === PUBLIC_PAGE) reply.header('x-frame-options', 'SAMEORIGIN')
    // This header cannot have a list of websites, so the content security policy says which may show the page.
    if (studioPage?.framed_by?.length) reply.removeHeader('x-frame-options')
    reply.code(status).type('text/html; charset=utf-8')
    if (!studioPage) {
      prerendered.ownTemplate ??= compileBody(prerendered.html)
      const ofSignIn = signInTemplateValues(signIn)
      const values = { ...ofSignIn.values, ...texts.values }
      const lists = { ...ofSignIn.lists, ...texts.lists }
      return reply.send(renderTemplate(prerendered.ownTemplate, { html: { nonce }, values, lists }))
    }
    // A browser uses the first manifest of a page, and a studio's page has its own.
    prerendered.template ??= compileTemplate(prerendered.html.replace(OWN_MANIFEST, ''))
    return reply.send(fillStudioPage(prerendered.template, studioPage, { nonce, signIn }))
  }
  if (answerForm) await app.register(async (forms) => acceptForms(forms, { answerForm, send }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD'
    if (!isPageRequest || machinePrefixes.some((prefix) => `${path}/`.startsWith(prefix))) {
      fail('NOT_FOUND', { message: 'There is nothing at this address. Please check it.' })
    }
    const owner = await findOwner(request)
    if (isMoved(owner)) return reply.header('cache-control', 'no-cache').redirect(owner.elsewhere, 302)
    const texts = owner === null ? await readOwnTexts(request, path) : noTexts
    const found = texts.is_missing ? 'not_found' : owner
    return send(reply, path, { owner: found, status: found === 'not_found' ? 404 : 200, cache: 'no-cache', texts })
  })
}

/** The page's policy with the websites that may show it in a frame; by default none. */
const framePolicy = (policy: string, websites: readonly string[] = []) =>
  websites.length === 0 ? policy : policy.replace("frame-ancestors 'none'", `frame-ancestors ${websites.join(' ')}`)

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

type FormOptions = {
  answerForm: (request: FastifyRequest, form: URLSearchParams) => Promise<{ owner: PageOwner; status: number }>
  send: (
    reply: FastifyReply,
    path: string,
    answer: { owner: KnownOwner; status: number; cache: string; texts?: OwnTexts },
  ) => FastifyReply
}

const FORM_BYTES_MAX = 10_000

/** Accepts the form of a studio's public page, which works without a script. Its answer is a page. */
async function acceptForms(forms: FastifyInstance, { answerForm, send }: FormOptions) {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  )
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // No cookie is used, so another site would gain nothing by sending this form, but it also has no reason to.
    if (request.headers['sec-fetch-site'] === 'cross-site') fail('FORBIDDEN')
    if (!(request.body instanceof URLSearchParams)) fail('UNSUPPORTED_MEDIA_TYPE')
    const { owner, status } = await answerForm(request, request.body)
    if (owner === null || isMoved(owner)) fail('NOT_FOUND')
    return send(reply, pathOf(request), { owner, status, cache: 'no-store' })
  }
  forms.post('/', answer)
  forms.post('/s/:slug', answer)
  forms.post('/embed/:slug', answer)
}

type KnownOwner = Exclude<PageOwner, { elsewhere: string }>

const isMoved = (owner: PageOwner): owner is { elsewhere: string } =>
  typeof owner === 'object' && owner !== null && 'elsewhere' in owner

function keyOf(path: string, owner: KnownOwner): string {
  if (owner === 'not_found') return NOT_FOUND
  // Case does not matter, as in the browser's router.
  const address = path === '/' ? '/' : path.replace(/\/+$/, '').toLowerCase()
  // A studio's own domain is its public page, with its legal texts below it.
  if (owner?.studio.own_domain && address === '/') return PUBLIC_PAGE
  if (owner?.studio.own_domain && legalPaths.includes(address)) return PUBLIC_PAGE + address
  return owner
    ? address.replace(/^(\/s|\/embed(?=\/))?\/[^/]+/, (_first, prefix = '') => `${prefix}/${standIn.slug}`)
    : address
}

type PageOptions = {
  publicUrl: string
  widgets: readonly string[]
  plans: boolean
  file_mb: number
  signIn: SignInOffer
}

/**
 * Returns the current pages of the folder. After a build has replaced them, the next request reads the new ones, because old
 * pages name deleted files. During a build the old pages stay.
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

// The build writes this page last, so it shows that a build is complete.
const builtTimeOf = (folder: string) => statSync(join(folder, FALLBACK), { throwIfNoEntry: false })?.mtimeMs ?? null

function readPages(folder: string, { publicUrl, widgets, plans, file_mb, signIn }: PageOptions): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.html')) continue
    const page = readFileSync(join(folder, entry), 'utf8').replace(ORIGIN, publicUrl)
    const html = plans ? page : withoutPlans(page)
    if (html === null) continue
    const path = relative(folder, join(folder, entry)).split(sep).join('/')
    const key = path === FALLBACK ? FALLBACK : `/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
    // Only the fallback page, which can show forms, the prerendered sign-in pages and the public page of a studio may load
    // widgets. All other pages keep the stricter policy.
    const others =
      key === FALLBACK || key === PUBLIC_PAGE || key === FRAMED_PAGE || /(^|\/)auth\//.test(key) ? widgets : []
    const styles = [...hashesOf(html, 'style'), ...(hasApp(html) ? [`'nonce-${NONCE}'`] : [])]
    const strict = contentSecurityPolicy(hashesOf(html, 'script'), styles, others)
    // The studio sees its public page in a frame of its dashboard.
    const policy = key === PUBLIC_PAGE ? strict.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : strict
    pages.set(key, {
      html: hasApp(html) ? addNonce(addSignInOffer(addFileLimit(html, file_mb), signIn)) : html,
      policy,
    })
  }
  return pages
}

const passwordOnly: SignInOffer = { providers: [], passkeys: false }
const noTexts: OwnTexts = { values: {}, lists: {}, is_missing: false }

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
