import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { placeholderService, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { setHome } from '../hosts/hosts.ts'
import { createLog } from '../process/log.ts'
import { createHttpApp } from './app.ts'
import { fillStudioPage, type StudioPage } from './fill-page.ts'
import { compileTemplate } from './page-template.ts'
import { mountPages, type OwnerLookup } from './pages.ts'
import { escapeHtml, type StudioHead } from './studio-head.ts'

const folders: string[] = []
const apps: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function aFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-pages-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const script = 'window.start = 1'
const style = 'body { margin: 0 }'
const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title><style>${style}</style></head>
<body><script>${script}</script><script src="/assets/entry-1.js"></script></body></html>`
const build = () =>
  aFolder({
    'index.html': page('Home').replace('</head>', '<link rel="canonical" href="https://studiohub.invalid/"></head>'),
    'static/not-found/index.html': page('Page not found'),
    'docs/index.html': page('Docs'),
    '__spa-fallback.html': page('StudioHub'),
    'assets/entry-1.js': 'start()',
    'favicon.svg': '<svg/>',
  })

async function anApp(environment: Record<string, string> = {}, isKnown = async (_host: string) => true) {
  const findHost = async (host: string) => ((await isKnown(host)) ? { studio_id: null } : null)
  const config = readConfig({ DATA_DIR: aFolder(), ...environment })
  const app = await createHttpApp({ config, log: createLog('silent'), findHost })
  apps.push(app)
  return app
}

const north = {
  slug: 'north',
  name: 'north & <light>',
  tagline: null,
  logo_url: '/files/logo.png',
  background_image_url: null,
  hero_image_url: null,
}

const northHead: StudioHead = {
  title: 'North & Light',
  description: 'Rooms',
  canonical: 'https://hub.example/north',
  site_name: 'North & Light',
  brand_css: '/brand/a-1.css',
  favicon_url: null,
  logo_url: null,
  picture: { url: 'https://hub.example/brand/a-1.png', width: 1200, height: 630 },
  is_unlisted: false,
}

const fillPage = (html: string, page: StudioPage) =>
  fillStudioPage(compileTemplate(html), page, { nonce: '', signIn: { providers: [], passkeys: false } })

async function withPages(folder = build(), widgets: string[] = [], framed_by: string[] = []) {
  const app = await anApp()
  setHome({ publicUrl: 'https://hub.example' })
  const studioPage = {
    head: northHead,
    studio: north,
  }
  await mountPages(app, {
    folder,
    publicUrl: 'https://hub.example',
    widgets,
    findOwner: async ({ url }) => {
      if (url === '/embed/north') return { ...studioPage, framed_by }
      return /^(\/s)?\/north/.test(url) ? studioPage : url.startsWith('/nobody') ? 'not_found' : null
    },
    listStudioPages: async () => [],
  })
  return app
}

describe('pages', () => {
  test('are served at their own address; any other address gets the fallback page', async () => {
    const app = await withPages()
    const titleAt = async (url: string) => /<title>(.*)<\/title>/.exec((await app.inject(url)).body)?.[1]
    expect(await titleAt('/')).toBe('Home')
    expect(await titleAt('/docs')).toBe('Docs')
    expect(await titleAt('/docs/')).toBe('Docs')
    expect(await titleAt('/DOCS')).toBe('Docs')
    expect(await titleAt('/auth/login?next=%2F')).toBe('StudioHub')
    expect((await app.inject('/docs')).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test("allow a captcha's scripts and frames only on pages with forms, and only if one is set up", async () => {
    const policyOf = async (app: FastifyInstance, url: string) =>
      String((await app.inject(url)).headers['content-security-policy']).split('; ')
    const withCaptcha = await withPages(build(), ['https://captcha.example'])
    const forms = await policyOf(withCaptcha, '/auth/login')
    const directives = forms.filter((part) => part.includes('captcha.example')).map((part) => part.split(' ')[0])
    expect(directives).toEqual(['script-src', 'style-src-elem', 'connect-src', 'frame-src'])
    expect((await policyOf(withCaptcha, '/')).join()).not.toContain('captcha.example')
    expect((await policyOf(await withPages(), '/auth/login')).join()).not.toMatch(/captcha|frame-src/)
  })

  test('allow their own scripts and styles by hash, and nothing else', async () => {
    const app = await withPages()
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const policy = String((await app.inject('/')).headers['content-security-policy']).split('; ')
    expect(policy).toContain(`script-src 'self' ${hash(script)}`)
    expect(policy).toContain(`style-src-elem 'self' ${hash(style)}`)
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy).toContain(part)
    }
    expect(policy.join('; ')).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|style-src-elem[^;]*unsafe-inline/)
  })

  test('with the app have a nonce for its styles, a different one in each answer', async () => {
    const folder = build()
    const app = `<html><head></head><body><script>window.__reactRouterContext={}</script></body></html>`
    writeFileSync(join(folder, '__spa-fallback.html'), app)
    const server = await withPages(folder)
    const readNonce = async () => {
      const { body, headers } = await server.inject('/studio/bookings')
      const nonce = /<meta property="csp-nonce" nonce="([\w+/]{22}==)"><\/head>/.exec(body)?.[1]
      expect(String(headers['content-security-policy']).split('; ')).toContain(`style-src-elem 'self' 'nonce-${nonce}'`)
      return nonce
    }
    expect(await readNonce()).not.toBe(await readNonce())
    expect((await server.inject('/')).headers['content-security-policy']).not.toContain('nonce')
  })

  test('are requested each time; files with a hash in their name are cached permanently', async () => {
    const app = await withPages()
    expect((await app.inject('/')).headers['cache-control']).toBe('no-cache')
    const file = await app.inject('/assets/entry-1.js')
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(file.body).toBe('start()')
    const onlyForPages = ['permissions-policy', 'x-frame-options', 'referrer-policy', 'origin-agent-cluster']
    for (const name of onlyForPages) {
      expect(file.headers, 'a part of a page').not.toHaveProperty(name)
      expect((await app.inject('/favicon.svg')).headers, 'opened on its own').toHaveProperty(name)
    }
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('send compressed files from the build to clients that accept them', async () => {
    const folder = build()
    writeFileSync(join(folder, 'assets/entry-1.js.br'), brotliCompressSync('start()'))
    const app = await withPages(folder)
    const compressed = await app.inject({
      url: '/assets/entry-1.js',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('start()')
    const plain = await app.inject('/assets/entry-1.js')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe('start()')
  })

  test('of a studio have its title and style sheet in the first bytes; an unknown studio is not found', async () => {
    const app = await withPages()
    const studio = await app.inject('/northlight')
    expect(studio.body).toContain('<title>North &amp; Light</title>')
    expect(studio.body).toContain('<link rel="stylesheet" href="/brand/a-1.css" data-brand>')
    expect(studio.body).not.toContain('<title>StudioHub</title>')
    const unknown = await app.inject('/nobody')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('<title>Page not found</title>')
  })

  test('come from the newest build, and from the previous one while a build is being written', async () => {
    const folder = build()
    const app = await withPages(folder)
    const titleAt = async (url: string) => /<title>(.*)<\/title>/.exec((await app.inject(url)).body)?.[1]
    rmSync(join(folder, '__spa-fallback.html'))
    writeFileSync(join(folder, 'docs/index.html'), page('Half of a new build'))
    expect(await titleAt('/docs')).toBe('Docs')
    expect(await titleAt('/studio')).toBe('StudioHub')
    writeFileSync(join(folder, 'docs/index.html'), page('New docs'))
    writeFileSync(join(folder, '__spa-fallback.html'), page('New StudioHub'))
    expect(await titleAt('/docs')).toBe('New docs')
    expect(await titleAt('/studio')).toBe('New StudioHub')
  })

  test('have the configured address, and a sitemap for search engines', async () => {
    const app = await withPages()
    expect((await app.inject('/')).body).toContain('<link rel="canonical" href="https://hub.example/">')
    const sitemap = await app.inject('/sitemap.xml')
    expect(sitemap.headers['content-type']).toContain('application/xml')
    expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
      'https://hub.example/',
      'https://hub.example/docs',
    ])
    expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://hub.example/sitemap.xml')
  })

  test.each(['/assets/none.js', '/api/none', '/auth/v1', '/functions/none', '/brand/none.css', '/index.html'])(
    'are never the answer to %s',
    async (url) => {
      const app = await withPages()
      const response = await app.inject(url)
      expect(response.headers['content-type']).toContain(url === '/index.html' ? 'text/html' : 'application/json')
      if (url !== '/index.html') expect(response.json().code).toBe('NOT_FOUND')
    },
  )

  test.each(['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fsecret', '/%2e%2e/secret', '//etc/passwd', '/assets/%00'])(
    'give no access to other folders: %s',
    async (url) => {
      const app = await withPages()
      const response = await app.inject(url)
      expect([200, 400, 404]).toContain(response.statusCode)
      expect(response.body).not.toContain('root:')
    },
  )

  test('answer only GET and HEAD', async () => {
    const app = await withPages()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      expect((await app.inject({ method, url: '/docs' })).json().code).toBe('NOT_FOUND')
    }
    const head = await app.inject({ method: 'HEAD', url: '/docs' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })
})

test('a name is always escaped in a page', () => {
  const name = `"><script>alert('&')</script>`
  expect(escapeHtml(name)).toBe('&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;')
  const dollars = fillPage('<head><title>x</title></head>', {
    head: { ...northHead, title: '$& $1 $$', brand_css: '$`' },
    studio: north,
  })
  expect(dollars).toMatch(/^<head><title>\$&amp; \$1 \$\$<\/title><link rel="stylesheet" href="\$`" data-brand>/)
  expect(fillPage('<head></head>', { head: northHead, studio: north })).toMatch(
    /^<head><title>North &amp; Light<\/title><link/,
  )
})

describe('a page that is prerendered for any studio', () => {
  const template = `<head></head><img data-when="logo_url" src="${placeholderStudio.logo_url}"/><b data-when="no_logo_url">${placeholderStudio.initial}</b>
<p data-when="tagline">${placeholderStudio.tagline}</p><h1>Sign in to ${placeholderStudio.name}</h1><a href="/${placeholderStudio.slug}/auth/signup">Sign up</a>`
  const studioPage = { head: northHead }

  test('shows the studio at the address, without sections that it does not have', () => {
    const page = fillPage(template, { ...studioPage, studio: north })
    expect(page).toContain(
      '<img data-when="logo_url" src="/files/logo.png"/>\n<h1>Sign in to north &amp; &lt;light&gt;</h1>',
    )
    expect(page).toContain('<a href="/north/auth/signup">')
    const other = fillPage(template, { ...studioPage, studio: { ...north, logo_url: null, tagline: '$& words' } })
    expect(other).toContain('<b data-when="no_logo_url">N</b>\n<p data-when="tagline">$&amp; words</p>')
    expect(other).not.toContain('<img')
  })

  test('contains the studio as data that no name can break out of', () => {
    const name = '</script><script>alert(1)</script>'
    const page = fillPage('<head></head>', { ...studioPage, studio: { ...north, name } })
    const [, data = ''] = /<script type="application\/json" id="page-studio">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(data)).toEqual({ ...north, name })
  })

  test('lists each bookable service once, or a text if there is none', () => {
    const list = `<section data-when="offers"><li data-each="service"><a href="/${placeholderStudio.slug}/book/${placeholderService.key}">${placeholderService.label}</a> ${placeholderService.price}</li></section>
<p data-when="no_is_open">Closed, ${placeholderStudio.name}</p><a data-when="contact_email" href="mailto:${placeholderStudio.contact_email}">Ask</a><p data-when="offers_nothing">Nothing</p><a href="/${placeholderStudio.slug}">Home</a>`
    const shown = [
      { key: 'mix', label: '<b>Mix</b>', length: '2 h', price: '$& 80', unit: 'per hour', details: '', picture: null },
      { key: 'master', label: 'Master', length: '1 h', price: '', unit: '', details: '', picture: null },
    ]
    const open = { ...north, is_active: true }
    const page = fillPage(`<head></head>${list}`, {
      ...studioPage,
      studio: open,
      services: { shown, data: ['</script>'] },
    })
    expect(page).toContain(
      '<li data-each="service"><a href="/north/book/mix">&lt;b&gt;Mix&lt;/b&gt;</a> $&amp; 80</li>' +
        '<li data-each="service"><a href="/north/book/master">Master</a> </li>',
    )
    expect(page).toContain('<script type="application/json" id="page-services">["\\u003c/script>"]</script>')
    expect(page).not.toMatch(/Closed|Nothing/)
    const inactive = fillPage(`<head></head>${list}`, { ...studioPage, studio: { ...open, is_active: false } })
    expect(inactive).toMatch(/<p data-when="no_is_open">Closed, north &amp; &lt;light&gt;<\/p>/)
    expect(inactive).not.toContain('<li ')
    expect(inactive).not.toContain('Nothing')
    const empty = fillPage(`<head></head>${list}`, { ...studioPage, studio: open, services: { shown: [], data: [] } })
    expect(empty).toContain('<p data-when="offers_nothing">Nothing</p>')
    expect(empty).not.toMatch(/<li |Closed|Ask/)
    const contact = { contact_email: 'desk@north.example', contact_phone: null }
    const withoutBookings = { shown: [], data: [], takes_bookings: false, facts: { values: contact, lists: {} } }
    const notBookable = fillPage(`<head></head>${list}`, { ...studioPage, studio: open, services: withoutBookings })
    expect(notBookable).toContain('Closed, north')
    expect(notBookable).toContain('href="mailto:desk@north.example"')
    expect(notBookable).not.toMatch(/<li |Nothing/)
  })

  test('is served at both addresses of a studio, and at no address of its own', async () => {
    const files = Object.fromEntries(
      [`${placeholderStudio.slug}/auth/login`, `s/${placeholderStudio.slug}/auth/login`].map((path) => [
        `${path}/index.html`,
        template,
      ]),
    )
    const app = await withPages(aFolder({ ...files, '__spa-fallback.html': page('StudioHub') }))
    for (const url of ['/north/auth/login', '/s/north/auth/login/', '/north/auth/login?next=%2Fstudio']) {
      expect((await app.inject(url)).body).toContain('Sign in to north &amp; &lt;light&gt;')
    }
    expect((await app.inject('/north/auth/signup')).body).not.toContain('Sign in to')
    expect((await app.inject('/sitemap.xml')).body).not.toContain('auth')
  })
})

describe('behind a proxy', () => {
  const request = {
    url: '/anything',
    headers: { host: 'inner:3000', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '9.9.9.9' },
  }

  test('that is trusted, the forwarded host is checked', async () => {
    const checkedHosts: string[] = []
    const isKnown = async (host: string) => checkedHosts.push(host) > 0 && host === 'inner:3000'
    const trusting = await anApp({ TRUST_PROXY: '1' }, isKnown)
    expect((await trusting.inject(request)).json().code).toBe('UNKNOWN_HOST')
    expect((await trusting.inject(request)).statusCode).toBe(421)
    const untrusting = await anApp({}, isKnown)
    expect((await untrusting.inject(request)).statusCode).toBe(404)
    expect(checkedHosts).toEqual(['evil.example', 'evil.example', 'inner:3000'])
  })

  test('that is not trusted, forwarded headers are ignored', async () => {
    const app = await anApp({ TRUST_PROXY: '10.0.0.1' }, async (host) => host === 'inner:3000')
    app.get('/who', async (request) => ({ ip: request.ip }))
    expect((await app.inject({ ...request, url: '/who' })).json()).toEqual({ ip: '127.0.0.1' })
  })
})

test('a caller over the limit learns when to retry', async () => {
  const app = await anApp()
  app.get('/api/v1/cheap', async () => ({}))
  const statuses = new Map<number, number>()
  for (let count = 0; count < 1_205; count += 1) {
    const response = await app.inject('/api/v1/cheap')
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    if (response.statusCode === 429) {
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(response.json()).toEqual({ code: 'RATE_LIMITED', message: expect.any(String) })
    }
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 1_200, 429: 5 })
  expect((await app.inject({ url: '/api/v1/cheap', remoteAddress: '10.1.1.1' })).statusCode).toBe(200)
})

test('other notations of a path, or other addresses of the same network, do not raise the limit', async () => {
  const app = await anApp()
  app.get('/auth/v1/cheap', async () => ({}))
  const call = (url: string, host = 1) => app.inject({ url, remoteAddress: `2001:db8:1:2::${host}` })
  for (let count = 0; count < 1_200; count += 1) await call('/auth/v1/cheap', count + 1)
  for (const url of ['/auth/v1/cheap', '/%61uth/v1/cheap', '/auth/%76%31/cheap', 'http://any.example/auth/v1/cheap']) {
    expect((await call(url)).statusCode).toBe(429)
  }
  expect((await app.inject({ url: '/auth/v1/cheap', remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200)
})

test('over https the browser gets HSTS', async () => {
  const secure = await anApp({ PUBLIC_URL: 'https://studios.example' })
  expect((await secure.inject('/')).headers['strict-transport-security']).toContain('max-age=')
  expect((await (await anApp()).inject('/')).headers['strict-transport-security']).toBeUndefined()
})

describe("lists of a studio's page", () => {
  const template = `<html><head></head><body><p>${placeholderStudio.slug}</p><ul data-when="has_rooms"><li data-each="room"><b>__room_name__</b>
    <p data-when="room_details">__room_details__ <i data-when="room_size">__room_size__</i></p><p data-when="no_room_details">Ask</p></li></ul>
    <section data-when="location"><p data-when="contact_email">__page_contact_email__</p>__page_location__</section></body></html>`
  const fill = (lists: Record<string, Record<string, string | null>[]>, values = {}) =>
    fillPage(template, { head: northHead, studio: north, public_page: { values, lists, times: null } })

  test('are repeated and escaped, without parts for missing values', () => {
    const room = [
      { name: 'A <b>', details: 'Big', size: null },
      { name: 'B', details: null, size: '2' },
    ]
    const html = fill({ room }, { has_rooms: true, location: 'Here & there', contact_email: null })
    expect(html).toContain('<b>A &lt;b&gt;</b>')
    expect(html).toMatch(/<p data-when="room_details">Big <\/p>/)
    expect(html.match(/Ask/g)).toHaveLength(1)
    expect(html).toContain('<section data-when="location">Here &amp; there</section>')
    expect(html).not.toMatch(/__(room|page)_/)
  })

  test('are omitted if they are empty', () => {
    const html = fill({ room: [] }, { has_rooms: false, location: null })
    expect(html).not.toMatch(/<ul|<section|__room/)
  })
})

test("only a studio's public page may be in a frame, and only in ours", async () => {
  const folder = build()
  mkdirSync(join(folder, 's', placeholderStudio.slug), { recursive: true })
  writeFileSync(join(folder, 's', placeholderStudio.slug, 'index.html'), page(placeholderStudio.name))
  const app = await withPages(folder)
  const framing = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { host: 'localhost' } })
    return [headers['x-frame-options'], /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]]
  }
  expect(await framing('/s/north')).toEqual(['SAMEORIGIN', "'self'"])
  for (const url of ['/', '/north', '/s/north/auth/login']) expect(await framing(url)).toEqual(['DENY', "'none'"])
})

test('only the websites that a studio lists may frame its booking form', async () => {
  const folder = build()
  mkdirSync(join(folder, 'embed', placeholderStudio.slug), { recursive: true })
  writeFileSync(join(folder, 'embed', placeholderStudio.slug, 'index.html'), page(placeholderStudio.name))
  writeFileSync(join(folder, 'embed.js'), '// the script')
  const framing = async (framed_by: string[]) => {
    const app = await withPages(folder, [], framed_by)
    const { headers } = await app.inject({ url: '/embed/north', headers: { host: 'localhost' } })
    return [headers['x-frame-options'], /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]]
  }
  expect(await framing([])).toEqual(['DENY', "'none'"])
  expect(await framing(['https://band.example', 'https://b.example'])).toEqual([
    undefined,
    'https://band.example https://b.example',
  ])
  const app = await withPages(folder)
  const { headers } = await app.inject({ url: '/embed.js', headers: { host: 'localhost' } })
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})

describe("the platform's own pages", () => {
  const pricingWith = async (options: { plans?: boolean; owner?: OwnerLookup; host?: string }) => {
    const app = await anApp()
    setHome({ publicUrl: 'https://hub.example' })
    const { plans = true, owner = 'not_found', host = 'hub.example' } = options
    await mountPages(app, {
      folder: build(),
      publicUrl: 'https://hub.example',
      plans,
      findOwner: async () => owner,
      listStudioPages: async () => [],
    })
    const { statusCode, headers } = await app.inject({ url: '/Pricing/', headers: { host } })
    return [statusCode, headers.location]
  }

  test('redirect `/pricing` to the prices on the start page', async () => {
    expect(await pricingWith({})).toEqual([302, '/#pricing'])
    expect(await pricingWith({ plans: false })).toEqual([404, undefined])
    expect(await pricingWith({ host: 'north.example' })).toEqual([404, undefined])
    expect(await pricingWith({ owner: { head: northHead, studio: north } })).toEqual([200, undefined])
  })

  const legal = (texts: Record<string, string>) => ({
    values: { has_imprint: Boolean(texts.imprint), legal_title: 'Imprint' },
    lists: { paragraph: Object.values(texts).map((text) => ({ heading: null, text })) },
    is_missing: false,
  })

  test('link to existing legal texts, have their own head and escape their content', async () => {
    const folder = build()
    writeFileSync(
      join(folder, 'imprint.html'),
      page('Imprint').replace(
        '<body>',
        '<body><h1>__page_legal_title__</h1><p data-each="paragraph">__paragraph_text__</p><a data-when="has_imprint">Imprint</a>',
      ),
    )
    const app = await anApp()
    let texts: Record<string, string> = { imprint: 'Fish & <b>chips</b>' }
    await mountPages(app, {
      folder,
      publicUrl: 'https://studios.example',
      findOwner: async () => null,
      readOwnTexts: async (_request, path) => ({ ...legal(texts), is_missing: path === '/imprint' && !texts.imprint }),
      listStudioPages: async () => [],
    })
    const existing = await app.inject('/imprint')
    expect(existing.statusCode).toBe(200)
    expect(existing.body).toContain('<title>Imprint</title>')
    expect(existing.body).toContain('<h1>Imprint</h1><p data-each="paragraph">Fish &amp; &lt;b&gt;chips&lt;/b&gt;</p>')
    expect(existing.body).toContain('>Imprint</a>')
    texts = {}
    const missing = await app.inject('/imprint')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('Page not found')
    expect((await app.inject('/sitemap.xml')).body).not.toContain('/imprint')
  })

  test("link to existing legal texts if a page is not found, but not at a studio's own domain", async () => {
    const folder = build()
    writeFileSync(
      join(folder, 'static/not-found/index.html'),
      page('Page not found').replace('<body>', '<body><a data-when="has_imprint">Imprint</a>'),
    )
    const app = await anApp()
    setHome({ publicUrl: 'https://hub.example' })
    await mountPages(app, {
      folder,
      publicUrl: 'https://hub.example',
      findOwner: async () => 'not_found',
      readOwnTexts: async () => legal({ imprint: 'Fish and chips' }),
      listStudioPages: async () => [],
    })
    const pageAt = (host: string) => app.inject({ url: '/s/nothing-here', headers: { host } })
    const missing = await pageAt('hub.example')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('>Imprint</a>')
    expect((await pageAt('north.example')).body).not.toContain('>Imprint</a>')
  })

  test('say to ask the studio for a new link only if the link of a studio is not found', async () => {
    const folder = build()
    writeFileSync(
      join(folder, 'static/not-found/index.html'),
      page('Page not found').replace('<body>', '<body><p data-when="is_studio_link">Ask the studio</p>'),
    )
    const app = await anApp()
    await mountPages(app, {
      folder,
      publicUrl: 'https://hub.example',
      findOwner: async () => 'not_found',
      listStudioPages: async () => [],
    })
    for (const path of ['/s/nothing-here', '/S/nothing-here/book'])
      expect((await app.inject(path)).body, path).toContain('Ask the studio')
    for (const path of ['/nothing-here', '/s', '/services/nothing-here'])
      expect((await app.inject(path)).body, path).not.toContain('Ask the studio')
  })
})
