import { globSync } from 'node:fs'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aFileStore } from '@studiohub/testing/file-store.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aDecompressionBomb, anIcon, aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createS3Files } from '#platform/files/s3.ts'

const MB = 1024 * 1024

// These tests use an object store. The tests of avatars use the disk.
let store: Awaited<ReturnType<typeof aFileStore>>
let server: TestServer
let fixture: StudioOfTest
let rival: StudioOfTest
beforeAll(async () => {
  store = await aFileStore()
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings
  const env = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  server = await startServer({ env })
  fixture = await aStudio(server)
  rival = await aStudio(server)
})
afterAll(async () => {
  await server.stop()
  await store.stop()
})

const getStudio = async () => (await fixture.admin.get(`/studios/${fixture.studio.id}`)).body

/** Lists the studio's actions in the audit log. */
const listActions = async () => {
  const rows = await asLogin((tx) =>
    tx
      .selectFrom('audit_log')
      .select('action')
      .where('studio_id', '=', fixture.studio.id)
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ action }) => action)
}

async function expectNoChange(act: () => Promise<ApiResponse>) {
  const [before, actions] = [await getStudio(), await listActions()]
  const response = await act()
  expect(await getStudio()).toEqual(before)
  expect(await listActions()).toEqual(actions)
  return response
}

describe('a studio’s pictures', () => {
  const put = (asset: string, bytes: Uint8Array, options = {}, { admin, studio } = fixture) =>
    admin.upload('PUT', `/studios/${studio.id}/assets/${asset}`, bytes, options)
  const fetchFile = (path: string) => fetch(`${server.url}${path}`)
  const svg = (inner: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32">${inner}<rect width="64" height="32"/></svg>`,
    )

  test("a studio's pictures have a small size for phones, and each size has its own tag", async () => {
    const { body } = await put('hero', await aPhoto({ width: 1600, height: 900 }))
    const [large, small] = [await fetchFile(body.url), await fetchFile(`${body.url}?size=small`)]
    expect(small.status).toBe(200)
    expect(small.headers.get('content-type')).toBe('image/webp')
    expect(small.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sharp(await large.arrayBuffer()).metadata()).toMatchObject({ width: 1600, height: 900 })
    expect(await sharp(await small.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 800, height: 450 })
    const etag = small.headers.get('etag') ?? ''
    expect(etag).not.toBe(large.headers.get('etag'))
    const fetchWithTag = (path: string) => fetch(`${server.url}${path}`, { headers: { 'if-none-match': etag } })
    expect((await fetchWithTag(`${body.url}?size=small`)).status).toBe(304)
    expect((await fetchWithTag(body.url)).status).toBe(200)

    const smallResponses = await Promise.all([fetchFile(`${body.url}?size=small`), fetchFile(`${body.url}?size=small`)])
    expect(smallResponses.map(({ status }) => status)).toEqual([200, 200])
    await fixture.admin.delete(`/studios/${fixture.studio.id}/assets/hero`)
    await vi.waitFor(async () => expect((await fetchFile(`${body.url}?size=small`)).status).toBe(404), {
      timeout: 60_000,
    })
  })

  test('a logo has one size, which emails use', async () => {
    const { body } = await put('logo', await aPhoto({ format: 'png' }))
    const [plain, small] = [await fetchFile(body.url), await fetchFile(`${body.url}?size=small`)]
    expect(small.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(Buffer.from(await small.arrayBuffer()).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
  })

  test("a studio's picture is re-encoded, has an address that changes with it, and its former address redirects", async () => {
    const first = await put('logo', await aPhoto({ format: 'png' }))
    expect(first.status).toBe(200)
    const address = `^/storage/v1/object/public/studio-assets/${fixture.studio.id}/logo-[0-9a-f]{32}\\.png$`
    expect(first.body.url).toMatch(new RegExp(address))
    const file = await fetchFile(first.body.url)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.includes('Canary')).toBe(false)
    const stored = await createS3Files(store.settings).get(first.body.url.replace('/storage/v1/object/public/', ''))
    expect(Buffer.from(stored ?? []).equals(bytes)).toBe(true)
    expect(globSync('files/**/*.png', { cwd: server.dataDir })).toEqual([])
    expect((await getStudio()).logo_url).toBe(first.body.url)
    const second = await put('logo', await anIcon(), { name: 'x.svg.html', type: 'text/html' })
    // The former file is deleted. Its address is in caches and emails, so it redirects to the current picture.
    const key = first.body.url.replace('/storage/v1/object/public/', '')
    await vi.waitFor(async () => expect(await createS3Files(store.settings).get(key)).toBeNull(), { timeout: 60_000 })
    const redirect = await fetch(`${server.url}${first.body.url}`, { redirect: 'manual' })
    expect(redirect.status).toBe(302)
    expect(Object.fromEntries(redirect.headers)).toMatchObject({
      location: second.body.url,
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await fetchFile(second.body.url)).status).toBe(200)
    // The address of another kind of picture, or of another studio, is not found.
    expect((await fetchFile(first.body.url.replace('/logo-', '/hero-'))).status).toBe(404)
    expect((await fetchFile(first.body.url.replace(fixture.studio.id, rival.studio.id))).status).toBe(404)
    const response = await fixture.admin.delete(`/studios/${fixture.studio.id}/assets/logo`)
    expect(response.body).toEqual({ url: null })
    expect((await getStudio()).logo_url).toBeNull()
    await vi.waitFor(async () => expect((await fetchFile(second.body.url)).status).toBe(404), { timeout: 60_000 })
    expect((await fetchFile(first.body.url)).status).toBe(404)
    expect((await listActions()).slice(-3)).toEqual([
      'studios.updateAsset',
      'studios.updateAsset',
      'studios.deleteAsset',
    ])
  })

  test("a studio's pictures are independent: a new favicon does not change the hero, and each has its size", async () => {
    const responses = [
      await put('hero', await aPhoto({ width: 2400, height: 1000 })),
      await put('background', await aPhoto()),
    ]
    await put('favicon', await anIcon())
    await fixture.admin.delete(`/studios/${fixture.studio.id}/assets/favicon`)
    for (const { body } of responses) expect((await fetchFile(body.url)).status).toBe(200)
    const hero = sharp(Buffer.from(await (await fetchFile(responses[0]?.body.url)).arrayBuffer()))
    expect(await hero.metadata()).toMatchObject({ format: 'webp', width: 1920, height: 800 })
  })

  test('drawings are stored as pixels, whatever they contain', async () => {
    for (const content of [
      '<script>alert(1)</script>',
      '<foreignObject><b>x</b></foreignObject>',
      '<image href="http://127.0.0.1:9/x.png"/>',
    ]) {
      const { status, body } = await put('logo', svg(content))
      expect(status).toBe(200)
      const bytes = Buffer.from(await (await fetchFile(body.url)).arrayBuffer())
      expect((await sharp(bytes).metadata()).format).toBe('png')
    }
    const entities = Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    )
    expectError(await expectNoChange(() => put('logo', entities)), 'UNSAFE_SVG')
  })

  test('pictures are rejected by type, size and complexity', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const wrongType = await expectNoChange(() => put('hero', html, { name: 'a.png', type: 'image/png;charset=utf-8' }))
    expectError(wrongType, 'UNSUPPORTED_MEDIA_TYPE')
    expect(wrongType.body.message).toBe(
      'File type must be one of: image/jpeg, image/png, image/webp, image/svg+xml, image/x-icon',
    )
    const photo = await aPhoto()
    for (const [asset, maxMegabytes] of [
      ['logo', 2],
      ['favicon', 0.5],
      ['hero', 5],
      ['background', 5],
    ] as const) {
      const large = Buffer.concat([photo, Buffer.alloc(maxMegabytes * MB - photo.length + 1)])
      const response = await expectNoChange(() => put(asset, large))
      expectError(response, 'PAYLOAD_TOO_LARGE')
      expect(response.body.message).toBe(`File size must be less than ${maxMegabytes}MB`)
    }
    expectError(await expectNoChange(() => put('background', aDecompressionBomb(16_000, 16_000))), 'IMAGE_TOO_COMPLEX')
  })

  test("only a studio's admins can change its pictures, which have four fixed names", async () => {
    const photo = await aPhoto()
    expectError(await expectNoChange(() => put('logo', photo, {}, { ...fixture, admin: rival.admin })), 'FORBIDDEN')
    expectError(await expectNoChange(() => put('logo', photo, {}, { ...fixture, admin: fixture.client })), 'FORBIDDEN')
    for (const asset of ['banner', 'logo-', 'LOGO', '..%2flogo'])
      expectError(await expectNoChange(() => put(asset, photo)), 'INVALID_ASSET')
    expectError(
      await expectNoChange(() => fixture.admin.delete(`/studios/${fixture.studio.id}/assets/banner`)),
      'INVALID_ASSET',
    )
    const path = `/api/v1/studios/${rival.studio.id}/assets/../../${fixture.studio.id}/assets/logo`
    const traversal = await expectNoChange(() => callAs(server.url, rival.admin.token).request('DELETE', path))
    expect(traversal.status).toBe(403)
    expectError(
      await callAs(server.url, null).upload('PUT', `/studios/${fixture.studio.id}/assets/logo`, photo),
      'UNAUTHENTICATED',
    )
  })
})
