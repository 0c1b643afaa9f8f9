import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fail } from '@studiohub/contract/errors.ts'
import { legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { FILE_MAX_MB } from '@studiohub/contract/shared/files.ts'
import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import type { SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getHostname, isHome } from '../hosts/hosts.ts'
import { mountCrawlerFiles } from './crawler-files.ts'
import { fillStudioPage, type StudioPage } from './fill-page.ts'
import { compileBody, compileTemplate, NONCE, renderTemplate, type TemplateEntry } from './page-template.ts'
import { FALLBACK, type PrerenderedPages, PUBLIC_PAGE, watchPages } from './read-pages.ts'
import { signInTemplateValues } from './sign-in-offer.ts'
import { mountSiteFiles } from './site-files.ts'

/** The owner of a page: a studio, the product itself (null), or an unknown studio. */
type PageOwner = StudioPage | 'not_found' | null

type Redirect = { redirect_to: string }

/** The owner of the requested page, or a redirect if the page is at another address. */
export type OwnerLookup = PageOwner | Redirect

/** The platform's legal texts for its own pages. `is_missing`: the text of this page does not exist. */
type OwnTexts = { values: Record<string, unknown>; lists: Record<string, TemplateEntry[]>; is_missing: boolean }

const NONCE_BYTES = 16
const NOT_FOUND = '/static/not-found'

/** The address of a studio's page. Studios print it and send it. */
const STUDIO_LINK = /^\/s\/./i

/** The link to the product's own manifest in every prerendered page. */
const OWN_MANIFEST = /<link rel="manifest"[^>]*>/

/** Addresses that people try for sections of the start page. A studio with such a slug comes first. */
const sectionAddresses = new Map([['/pricing', '/#pricing']])

const legalPaths: readonly string[] = legalKinds.map((kind) => `/${kind}`)

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
 * @param options.findOwner finds the owner of the requested page; an unknown studio gets the "not found" page
 * @param options.readOwnTexts the legal texts of the platform's own pages; none by default
 * @param options.answerForm answers the form of a studio's public page; without it no form is accepted
 * @param options.listStudioPages lists at most `limit` paths of studios' pages, for the sitemap
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
    findOwner: (request: FastifyRequest) => Promise<OwnerLookup>
    readOwnTexts?: (request: FastifyRequest, path: string) => Promise<OwnTexts>
    answerForm?: FormOptions['answerForm']
    listStudioPages: (request: FastifyRequest, limit: number) => Promise<string[]>
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
  mountCrawlerFiles(app, { publicUrl, paths: pathsForSitemap(currentPages()), listStudioPaths: listStudioPages })
  await mountSiteFiles(app, folder)
  const send = pageSender(currentPages, signIn)
  if (answerForm) await app.register(async (forms) => acceptForms(forms, { answerForm, send }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD'
    if (!isPageRequest || machinePrefixes.some((prefix) => `${path}/`.startsWith(prefix))) {
      fail('NOT_FOUND', { message: 'There is nothing at this address. Please check it.' })
    }
    const owner = await findOwner(request)
    const isMissingAtHome = owner === 'not_found' && isHome(getHostname(request.host))
    const section = plans ? sectionAddresses.get(path.toLowerCase().replace(/\/+$/, '')) : undefined
    if (section && isMissingAtHome) return reply.redirect(section, 302)
    if (isRedirect(owner)) return reply.header('cache-control', 'no-cache').redirect(owner.redirect_to, 302)
    // At a studio's own domain the links to the legal texts would lead to the studio's.
    const texts = owner === null || isMissingAtHome ? await readOwnTexts(request, path) : noTexts
    const ownerOrMissing = texts.is_missing ? 'not_found' : owner
    return send(reply, path, {
      owner: ownerOrMissing,
      status: ownerOrMissing === 'not_found' ? 404 : 200,
      cache: 'no-cache',
      texts,
    })
  })
}

/** The paths of the product's own pages that search engines should know. */
const pathsForSitemap = (pages: PrerenderedPages) =>
  [...pages.keys()].filter(
    (path) =>
      path !== FALLBACK &&
      path !== NOT_FOUND &&
      !path.endsWith('/auth/login') &&
      !path.includes(placeholderStudio.slug) &&
      // These pages exist only if they have a text.
      !legalPaths.includes(path),
  )

type SendPage = (
  reply: FastifyReply,
  path: string,
  answer: { owner: PageOwner; status: number; cache: string; texts?: OwnTexts },
) => FastifyReply

/** Returns the function that sends a prerendered page, filled with the data of its owner. */
function pageSender(currentPages: () => PrerenderedPages, signIn: SignInOffer): SendPage {
  return (reply, path, { owner, status, cache, texts = noTexts }) => {
    const pages = currentPages()
    const key = keyOf(path, owner)
    const prerendered = pages.get(key) ?? pages.get(FALLBACK)
    if (!prerendered) fail('NOT_FOUND')
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const studioPage = owner === 'not_found' ? null : owner
    const policy = framePolicy(prerendered.policy.replace(NONCE, nonce), studioPage?.framed_by)
    reply.headers({ 'content-security-policy': policy, 'cache-control': cache, vary: 'accept-encoding' })
    if (key === PUBLIC_PAGE) reply.header('x-frame-options', 'SAMEORIGIN')
    // `X-Frame-Options` cannot list websites, so it is removed. The content security policy lists them.
    if (studioPage?.framed_by?.length) reply.removeHeader('x-frame-options')
    reply.code(status).type('text/html; charset=utf-8')
    if (!studioPage) {
      prerendered.ownTemplate ??= compileBody(prerendered.html)
      const signInValues = signInTemplateValues(signIn)
      const values = { ...signInValues.values, ...texts.values, is_studio_link: STUDIO_LINK.test(path) }
      const lists = { ...signInValues.lists, ...texts.lists }
      return reply.send(renderTemplate(prerendered.ownTemplate, { html: { nonce }, values, lists }))
    }
    // A browser uses the first manifest of a page, and a studio's page has its own.
    prerendered.template ??= compileTemplate(prerendered.html.replace(OWN_MANIFEST, ''))
    return reply.send(fillStudioPage(prerendered.template, studioPage, { nonce, signIn }))
  }
}

/** The page's policy with the websites that may show it in a frame; by default none. */
const framePolicy = (policy: string, websites: readonly string[] = []) =>
  websites.length === 0 ? policy : policy.replace("frame-ancestors 'none'", `frame-ancestors ${websites.join(' ')}`)

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

type FormOptions = {
  answerForm: (request: FastifyRequest, form: URLSearchParams) => Promise<{ owner: OwnerLookup; status: number }>
  send: SendPage
}

const FORM_BYTES_MAX = 10_000

/** Accepts the form of a studio's public page, which works without a script. The answer is a page. */
async function acceptForms(forms: FastifyInstance, { answerForm, send }: FormOptions) {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  )
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The form uses no cookies, so a post from another site gains nothing. It is refused anyway.
    if (request.headers['sec-fetch-site'] === 'cross-site') fail('FORBIDDEN')
    if (!(request.body instanceof URLSearchParams)) fail('UNSUPPORTED_MEDIA_TYPE')
    const { owner, status } = await answerForm(request, request.body)
    if (owner === null || isRedirect(owner)) fail('NOT_FOUND')
    return send(reply, pathOf(request), { owner, status, cache: 'no-store' })
  }
  forms.post('/', answer)
  forms.post('/s/:slug', answer)
  forms.post('/embed/:slug', answer)
}

const isRedirect = (owner: OwnerLookup): owner is Redirect =>
  typeof owner === 'object' && owner !== null && 'redirect_to' in owner

function keyOf(path: string, owner: PageOwner): string {
  if (owner === 'not_found') return NOT_FOUND
  // Case does not matter, as in the browser's router.
  const address = path === '/' ? '/' : path.replace(/\/+$/, '').toLowerCase()
  // On a studio's own domain, `/` is its public page, and its legal texts are below it.
  if (owner?.studio.own_domain && address === '/') return PUBLIC_PAGE
  if (owner?.studio.own_domain && legalPaths.includes(address)) return PUBLIC_PAGE + address
  return owner
    ? address.replace(/^(\/s|\/embed(?=\/))?\/[^/]+/, (_first, prefix = '') => `${prefix}/${placeholderStudio.slug}`)
    : address
}

const passwordOnly: SignInOffer = { providers: [], passkeys: false }
const noTexts: OwnTexts = { values: {}, lists: {}, is_missing: false }
