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

test('only a current stylesheet is cached permanently: no cache can be made to store a future name', async () => {
  const { studio } = await aStudio(server)
  const visitor = callAs(server.url, null)
  const { brand_css } = (await visitor.get(`/public/studios/resolve?slug=${studio.slug}`)).body
  const own = await visitor.request('GET', brand_css)
  expect(own.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const other = await visitor.request('GET', `/brand/${studio.id}-zzzzzz.css`)
  expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: own.text })
  expect(other.headers.get('cache-control')).toBe('no-cache')
})

test("a studio's app has its name, colors and an icon of each size, and its name changes with its looks", async () => {
  const { studio, admin } = await aStudio(server)
  const visitor = callAs(server.url, null)
  await admin.patch(`/studios/${studio.id}`, { name: 'Bloom House of Light', brand_colors: { primary: '0 100% 50%' } })
  const read = async () => JSON.parse((await visitor.request('GET', `/brand/${studio.id}.webmanifest`)).text)
  const manifest = await read()
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

  // A former name leads to the present icon and is not kept.
  await admin.patch(`/studios/${studio.id}`, { name: 'Atlas' })
  const former = await fetch(server.url + manifest.icons[0].src, { redirect: 'manual' })
  expect([former.status, former.headers.get('location')]).toEqual([302, (await read()).icons[0].src])
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
  const headOf = async (url: string) => {
    const request = { url, host: 'studios.example', id: 'test' }
    const page = await readStudioPage(request, { config: { publicUrl }, now: new Date() })
    if (!page || page === 'not_found' || 'elsewhere' in page) throw new Error('there is no such studio')
    return renderHead(page.head)
  }
  const contentOf = (head: string, property: string) => new RegExp(`="${property}" content="([^"]*)"`).exec(head)?.[1]
  const change = (id: string, set: { tagline?: string; brand_colors?: string }) =>
    asLogin((tx) => tx.updateTable('studios').set(set).where('id', '=', id).execute())

  test('shows its name, tagline and picture, with nothing that could be markup', async () => {
    const { studio } = await aStudio(server, { name: 'North "&" <Light>' })
    const plain = await headOf(`/${studio.slug}`)
    expect(contentOf(plain, 'og:title')).toBe('North &quot;&amp;&quot; &lt;Light&gt;')
    expect(contentOf(plain, 'description')).toContain('Book sessions at North')
    await change(studio.id, { tagline: '"><script>' })
    const head = await headOf(`/${studio.slug}`)
    expect(contentOf(head, 'og:description')).toBe('&quot;&gt;&lt;script&gt;')
    expect(head).toContain(`<link rel="canonical" href="${publicUrl}/${studio.slug}">`)
    expect(contentOf(head, 'og:url')).toBe(`${publicUrl}/${studio.slug}`)
    expect(contentOf(head, 'og:image')).toMatch(new RegExp(`^${publicUrl}/brand/${studio.id}-[0-9a-f]{16}\\.png$`))
  })

  test('has a picture in its colors, cached permanently under a name that changes with its content', async () => {
    const { studio } = await aStudio(server, { name: 'Blue <b>Room</b> & Söhne' })
    await change(studio.id, { brand_colors: JSON.stringify({ background: '240 100% 20%' }) })
    const visitor = callAs(server.url, null)
    // Another name leads to the current one.
    const guess = await visitor.request('GET', `/brand/${studio.id}-0000.png`)
    expect({ status: guess.status, cache: guess.headers.get('cache-control') }).toEqual({
      status: 302,
      cache: 'no-cache',
    })
    const path = guess.headers.get('location') ?? ''
    const answer = await fetch(`${server.url}${path}`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0, 0, 102])
    await change(studio.id, { tagline: 'Now with a line' })
    const again = await visitor.request('GET', path)
    expect(again.status).toBe(302)
    expect(again.headers.get('location')).not.toBe(path)
  })

  test('is in the sitemap if its page offers something to book, and only then', async () => {
    const [open, closed, expired] = [await aStudio(server), await aStudio(server), await aStudio(server)]
    const [roomless, unlisted] = [await aStudio(server), await aStudio(server)]
    await closed.admin.patch(`/studios/${closed.studio.id}`, { is_active: false })
    await asLogin(async (tx) => {
      await sql`update studio_subscriptions set status = 'expired' where studio_id = ${expired.studio.id}`.execute(tx)
      await sql`update resources set is_active = false where studio_id = ${roomless.studio.id}`.execute(tx)
      await sql`update studio_services set is_client_bookable = false where studio_id = ${unlisted.studio.id}`.execute(
        tx,
      )
    })
    const listed = await listBookingPages({ id: 'test' }, { now: new Date(), most: 50_000 })
    expect(listed).toEqual(expect.arrayContaining([`/${open.studio.slug}/book`, `/s/${open.studio.slug}`]))
    expect(await headOf(`/${open.studio.slug}/book`)).not.toContain('noindex')
    for (const { studio } of [closed, expired, roomless, unlisted]) {
      expect(listed).not.toContain(`/${studio.slug}/book`)
      expect(listed).not.toContain(`/s/${studio.slug}`)
      expect(await headOf(`/${studio.slug}/book`)).toContain('noindex')
    }
    const service = await headOf(`/${open.studio.slug}/book/recording`)
    expect(service).toContain(`<link rel="canonical" href="${publicUrl}/${open.studio.slug}/book">`)
  })

  test('has no picture if the studio does not exist', async () => {
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
