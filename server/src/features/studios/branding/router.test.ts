import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderHead } from '#platform/http/studio-head.ts'
import { listBookingPages, readStudioPage } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('only the current stylesheet is cached permanently, so a cache cannot store it under a future name', async () => {
  const { studio } = await aStudio(server)
  const visitor = callAs(server.url, null)
  const { brand_css } = (await visitor.get(`/public/studios/resolve?slug=${studio.slug}`)).body
  const current = await visitor.request('GET', brand_css)
  expect(current.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(current.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const other = await visitor.request('GET', `/brand/${studio.id}-zzzzzz.css`)
  expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: current.text })
  expect(other.headers.get('cache-control')).toBe('no-cache')
})

test("a studio's app has its name, its colors and an icon of each size, whose path changes with its content", async () => {
  const { studio, admin } = await aStudio(server)
  const visitor = callAs(server.url, null)
  await admin.patch(`/studios/${studio.id}`, { name: 'Bloom House of Light', brand_colors: { primary: '0 100% 50%' } })
  const readManifest = async () => JSON.parse((await visitor.request('GET', `/brand/${studio.id}.webmanifest`)).text)
  const manifest = await readManifest()
  expect(manifest).toMatchObject({
    name: 'Bloom House of Light',
    short_name: 'Bloom',
    start_url: `/${studio.slug}/auth/callback`,
  })
  const icon = await fetch(server.url + manifest.icons[0].src)
  expect(icon.headers.get('cache-control')).toContain('immutable')
  const pixels = await sharp(Buffer.from(await icon.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(pixels.info).toMatchObject({ width: 192, height: 192 })
  expect([...pixels.data.subarray(0, 3)]).toEqual([255, 0, 0])

  const screens = await Promise.all(
    manifest.screenshots.map(({ src }: { src: string }) => fetch(server.url + src, { redirect: 'manual' })),
  )
  expect(screens.map(({ status }) => status)).toEqual([200, 200])

  // The path of a former icon redirects to the current icon and is not cached.
  await admin.patch(`/studios/${studio.id}`, { name: 'Atlas' })
  const former = await fetch(server.url + manifest.icons[0].src, { redirect: 'manual' })
  expect([former.status, former.headers.get('location')]).toEqual([302, (await readManifest()).icons[0].src])
  for (const path of [
    `${crypto.randomUUID()}.webmanifest`,
    `${crypto.randomUUID()}-ab-192.png`,
    `${studio.id}-ab-64.png`,
  ]) {
    expect((await visitor.request('GET', `/brand/${path}`)).status).toBe(404)
  }
})

describe('the shared link of a studio', () => {
  const publicUrl = 'https://studios.example'
  const readHead = async (url: string) => {
    const request = { url, host: 'studios.example', id: 'test' }
    const page = await readStudioPage(request, { config: { publicUrl }, now: new Date() })
    if (!page || page === 'not_found' || 'redirect_to' in page) throw new Error('there is no such studio')
    return renderHead(page.head)
  }
  const contentOf = (head: string, property: string) => new RegExp(`="${property}" content="([^"]*)"`).exec(head)?.[1]
  const updateStudio = (id: string, set: { tagline?: string; brand_colors?: string }) =>
    asLogin((tx) => tx.updateTable('studios').set(set).where('id', '=', id).execute())

  test('the shared link of a studio shows its name, tagline and picture, with escaped markup', async () => {
    const { studio } = await aStudio(server, { name: 'North "&" <Light>' })
    const plain = await readHead(`/${studio.slug}`)
    expect(contentOf(plain, 'og:title')).toBe('North &quot;&amp;&quot; &lt;Light&gt;')
    expect(contentOf(plain, 'description')).toContain('Book sessions at North')
    await updateStudio(studio.id, { tagline: '"><script>' })
    const head = await readHead(`/${studio.slug}`)
    expect(contentOf(head, 'og:description')).toBe('&quot;&gt;&lt;script&gt;')
    expect(head).toContain(`<link rel="canonical" href="${publicUrl}/${studio.slug}">`)
    expect(contentOf(head, 'og:url')).toBe(`${publicUrl}/${studio.slug}`)
    expect(contentOf(head, 'og:image')).toMatch(new RegExp(`^${publicUrl}/brand/${studio.id}-[0-9a-f]{16}\\.png$`))
  })

  test("the picture of a shared link has the studio's colors, and is cached permanently under a name that changes with its content", async () => {
    const { studio } = await aStudio(server, { name: 'Blue <b>Room</b> & Söhne' })
    await updateStudio(studio.id, { brand_colors: JSON.stringify({ background: '240 100% 20%' }) })
    const visitor = callAs(server.url, null)
    // Another name redirects to the current one.
    const guessedName = await visitor.request('GET', `/brand/${studio.id}-0000.png`)
    expect({ status: guessedName.status, cache: guessedName.headers.get('cache-control') }).toEqual({
      status: 302,
      cache: 'no-cache',
    })
    const path = guessedName.headers.get('location') ?? ''
    const response = await fetch(`${server.url}${path}`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const picture = sharp(Buffer.from(await response.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0, 0, 102])
    await updateStudio(studio.id, { tagline: 'Now with a line' })
    const formerName = await visitor.request('GET', path)
    expect(formerName.status).toBe(302)
    expect(formerName.headers.get('location')).not.toBe(path)
  })

  test('a studio is in the sitemap if its page offers something to book, and only then', async () => {
    const [openStudio, closed, expired] = [await aStudio(server), await aStudio(server), await aStudio(server)]
    const [roomless, unlisted] = [await aStudio(server), await aStudio(server)]
    await closed.admin.patch(`/studios/${closed.studio.id}`, { is_active: false })
    await asLogin(async (tx) => {
      await sql`update studio_subscriptions set status = 'expired' where studio_id = ${expired.studio.id}`.execute(tx)
      await sql`update resources set is_active = false where studio_id = ${roomless.studio.id}`.execute(tx)
      await sql`update studio_services set is_client_bookable = false where studio_id = ${unlisted.studio.id}`.execute(
        tx,
      )
    })
    const pages = await listBookingPages({ id: 'test' }, { now: new Date(), limit: 50_000 })
    expect(pages).toEqual(expect.arrayContaining([`/${openStudio.studio.slug}/book`, `/s/${openStudio.studio.slug}`]))
    expect(await readHead(`/${openStudio.studio.slug}/book`)).not.toContain('noindex')
    for (const { studio } of [closed, expired, roomless, unlisted]) {
      expect(pages).not.toContain(`/${studio.slug}/book`)
      expect(pages).not.toContain(`/s/${studio.slug}`)
      expect(await readHead(`/${studio.slug}/book`)).toContain('noindex')
    }
    const service = await readHead(`/${openStudio.studio.slug}/book/recording`)
    expect(service).toContain(`<link rel="canonical" href="${publicUrl}/${openStudio.studio.slug}/book">`)
  })

  test('there is no picture for a studio that does not exist', async () => {
    const visitor = callAs(server.url, null)
    for (const name of [
      '00000000-0000-4000-8000-000000000000-00',
      `${'-'.repeat(36)}-00`,
      'studiohub',
      '..%2f..%2fx',
    ]) {
      expectError(await visitor.request('GET', `/brand/${name}.png`), 'NOT_FOUND')
    }
  })
})
