import { globSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { aFileStore } from '@studiohub/testing/file-store.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aPerson, type TestUser } from '@studiohub/testing/people.ts'
import { aDecompressionBomb, aPhoto } from '@studiohub/testing/pictures.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { createS3Files } from '#platform/files/s3.ts'
import { deleteUnusedAvatar } from './jobs.ts'

const MB = 1024 * 1024
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const upload = (person: TestUser, bytes: Uint8Array, options = {}) => person.upload('PUT', '/me/avatar', bytes, options)
const storedFiles = (fixture = server) => globSync('files/avatars/**/*.webp', { cwd: fixture.dataDir })
const fetchFile = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)

describe("a person's picture", () => {
  test('a picture is re-encoded, public at its address, and part of GET /me', async () => {
    const person = await aPerson(server)
    expect((await person.get('/me')).body.user.avatar_url).toBeNull()
    const { status, body } = await upload(person, await aPhoto(), { name: '../../x.svg.html', type: 'text/html' })
    expect(status).toBe(200)
    expect(body.avatar_url).toMatch(
      new RegExp(`^/storage/v1/object/public/avatars/${person.id}/avatar-[0-9a-f]{32}\\.webp$`),
    )
    expect((await person.get('/me')).body.user.avatar_url).toBe(body.avatar_url)
    const file = await fetchFile(body.avatar_url)
    expect(file.status).toBe(200)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(bytes.includes('Canary')).toBe(false)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(file.headers.get('vary') ?? '').not.toContain('authorization')
    const cached = await fetchFile(body.avatar_url, { headers: { 'if-none-match': file.headers.get('etag') ?? '' } })
    expect({ status: cached.status, length: (await cached.arrayBuffer()).byteLength }).toEqual({
      status: 304,
      length: 0,
    })
  })

  test('a new picture replaces the previous one, whose file is deleted', async () => {
    const person = await aPerson(server)
    const first = (await upload(person, await aPhoto())).body.avatar_url
    const second = (await upload(person, await aPhoto({ format: 'png' }))).body.avatar_url
    expect(second).not.toBe(first)
    await vi.waitFor(async () => expect((await fetchFile(first)).status).toBe(404), { timeout: 60_000 })
    expect((await fetchFile(second)).status).toBe(200)
  })

  test('a removed picture is not replaced by the picture of the sign-in provider', async () => {
    const person = await aPerson(server)
    const providerAddress = 'https://provider.example/face.png'
    const setProviderPicture = (avatar_url: string) =>
      asAuth((tx) =>
        tx
          .updateTable('auth.users')
          .set({ user_metadata: JSON.stringify({ avatar_url }) })
          .where('id', '=', person.id)
          .execute(),
      )
    await setProviderPicture(providerAddress)
    expect((await person.get('/me')).body.user.avatar_url).toBe(providerAddress)
    for (const unusable of ['http://provider.example/face.png', 'javascript:alert(1)', '/x.png', 'https://']) {
      await setProviderPicture(unusable)
      expect((await person.get('/me')).body.user.avatar_url, unusable).toBeNull()
    }
    await setProviderPicture(providerAddress)
    const uploaded = (await upload(person, await aPhoto())).body.avatar_url
    expect((await person.get('/me')).body.user.avatar_url).toBe(uploaded)
    expect((await person.delete('/me/avatar')).body).toEqual({ avatar_url: null })
    expect((await person.get('/me')).body.user.avatar_url).toBeNull()
    await vi.waitFor(async () => expect((await fetchFile(uploaded)).status).toBe(404), { timeout: 60_000 })
    expect((await person.delete('/me/avatar')).status).toBe(200)
  })

  test('a picture that is sent twice at once is stored once, and no file remains unused', async () => {
    const person = await aPerson(server)
    const responses = await Promise.all([upload(person, await aPhoto()), upload(person, await aPhoto())])
    const addresses: string[] = responses.map(({ body }) => body.avatar_url)
    const current = (await person.get('/me')).body.user.avatar_url
    expect(addresses).toContain(current)
    await vi.waitFor(
      async () => {
        const statuses = await Promise.all(addresses.map(async (address) => (await fetchFile(address)).status))
        expect(statuses.sort()).toEqual([200, 404])
      },
      { timeout: 60_000 },
    )
    expect((await fetchFile(current)).status).toBe(200)
  })

  test('an unused picture file is deleted, and a used one is not', async () => {
    const person = await aPerson(server)
    const address: string = (await upload(person, await aPhoto())).body.avatar_url
    const key = address.replace('/storage/v1/object/public/', '')
    const context = { job_id: 'test', now: new Date(), log: console, signal: new AbortController().signal }
    await deleteUnusedAvatar.handle({ key }, context)
    expect((await fetchFile(address)).status).toBe(200)
    await asSystem((tx) =>
      tx.updateTable('profiles').set({ avatar_source: 'none', avatar_key: null }).where('id', '=', person.id).execute(),
    )
    await deleteUnusedAvatar.handle({ key }, context)
    await deleteUnusedAvatar.handle({ key }, context)
    expect((await fetchFile(address)).status).toBe(404)
  })
})

describe('rejected uploads', () => {
  let person: TestUser
  beforeAll(async () => {
    person = await aPerson(server)
  })
  async function expectNothingStored(act: () => ReturnType<typeof upload>) {
    const before = storedFiles()
    const response = await act()
    // The server may delete files of replaced pictures at the same time, but there must be no new file.
    expect(storedFiles().filter((file) => !before.includes(file))).toEqual([])
    expect((await person.get('/me')).body.user.avatar_url).toBeNull()
    return response
  }

  test('a file that is not a photo is rejected, whatever type it claims', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    for (const bytes of [
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg,
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
    ]) {
      const response = await expectNothingStored(() =>
        upload(person, bytes, { name: 'me.png', type: 'image/png;charset=utf-8' }),
      )
      expectError(response, 'UNSUPPORTED_MEDIA_TYPE')
      expect(response.body.message).toBe('File type must be one of: image/jpeg, image/png, image/webp')
    }
  })

  test('a decompression bomb and a damaged file are rejected', async () => {
    expectError(
      await expectNothingStored(() => upload(person, aDecompressionBomb(16_000, 16_000))),
      'IMAGE_TOO_COMPLEX',
    )
    expectError(
      await expectNothingStored(async () => upload(person, (await aPhoto()).subarray(0, 100))),
      'IMAGE_UNREADABLE',
    )
  })

  test('a file one byte above the limit is rejected', async () => {
    const photo = await aPhoto()
    const fits = Buffer.concat([photo, Buffer.alloc(5 * MB - photo.length)])
    const response = await expectNothingStored(() => upload(person, Buffer.concat([fits, Buffer.alloc(1)])))
    expectError(response, 'PAYLOAD_TOO_LARGE')
    expect(response.body.message).toBe('File size must be less than 5MB')
    const other = await aPerson(server)
    expect((await upload(other, fits)).status).toBe(200)
  })

  test('a body that declares too large a size is not read, and an endless one only up to the limit', async () => {
    const type = 'multipart/form-data; boundary=x'
    const declared = await requestAs(server.url, {
      method: 'PUT',
      path: '/api/v1/me/avatar',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': type, 'content-length': String(6 * MB) },
      body: '--x\r\n',
    })
    expect(declared.status).toBe(413)
    // If the sender is writing, the reset after the response can arrive before the response. Then the test tries again.
    const firstLines: string[] = []
    while (firstLines.length < 5 && !firstLines.some(Boolean)) {
      const upload = await sendEndlessBody(server.url, person.token, type)
      // The buffers of the two sockets add some megabytes to the bytes that the server read.
      expect(upload.sent).toBeLessThan(5 * MB + 64 * 1024 + 12 * MB)
      firstLines.push(upload.firstLine)
    }
    expect(firstLines.at(-1)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test("a person's fourth upload is rejected while three are running, and interrupted uploads are no server errors", async () => {
    const sender = await aPerson(server)
    const loggedBefore = server.logged.length
    const type = 'multipart/form-data; boundary=x'
    const { hostname, port } = new URL(server.url)
    const slowUploads = Array.from({ length: 3 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `PUT /api/v1/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${sender.token}\r\n`,
      )
      socket.write(`content-type: ${type}\r\ncontent-length: 1000\r\n\r\n--x\r\n`)
      return socket
    })
    const photo = await aPhoto()
    await vi.waitFor(async () => expectError(await upload(sender, photo), 'RATE_LIMITED'), { timeout: 60_000 })
    expect((await upload(await aPerson(server), photo)).status).toBe(200)
    for (const socket of slowUploads) socket.destroy()
    await vi.waitFor(async () => expect((await upload(sender, photo)).status).toBe(200), { timeout: 60_000 })
    const lines = server.logged.slice(loggedBefore).map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a form without the file, with another field or with two files is rejected, and so is a body that is no form', async () => {
    const send = (fill: (form: FormData) => void) => {
      const form = new FormData()
      fill(form)
      return person.request('PUT', '/api/v1/me/avatar', form)
    }
    const file = new File([new Uint8Array(await aPhoto())], 'a.jpg')
    const forms = [
      () => {},
      (form: FormData) => form.append('file', 'text'),
      (form: FormData) => [form.append('file', file), form.append('studio_id', person.id)],
      (form: FormData) => [form.append('file', file), form.append('file', file)],
      (form: FormData) => form.append('picture', file),
    ]
    for (const fill of forms) expectError(await expectNothingStored(() => send(fill)), 'VALIDATION_FAILED')
    expectError(await expectNothingStored(() => person.put('/me/avatar', { file: 'x' })), 'VALIDATION_FAILED')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expectError(await expectNothingStored(() => person.put('/me/avatar', 'no form', { headers })), 'BAD_REQUEST')
  })

  test('visitors cannot upload, and no other address accepts a form', async () => {
    expectError(await callAs(server.url, null).upload('PUT', '/me/avatar', await aPhoto()), 'UNAUTHENTICATED')
    expectError(await callAs(server.url, 'x.y.z').upload('PUT', '/me/avatar', await aPhoto()), 'BAD_JWT')
    for (const path of ['/me/profile', '/me/avatar/x', '/me/onboarding'])
      expectError(await person.upload('PUT', path, await aPhoto()), 'UNSUPPORTED_MEDIA_TYPE')
    expectError(await person.upload('POST', '/me/avatar', await aPhoto()), 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('two uploads with the same Idempotency-Key store two pictures', async () => {
    const other = await aPerson(server)
    const sendForm = async () => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(await aPhoto())], 'a.jpg'))
      return other.request('PUT', '/api/v1/me/avatar', form, { headers: { 'idempotency-key': 'same' } })
    }
    const [first, second] = [await sendForm(), await sendForm()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.avatar_url).not.toBe(first.body.avatar_url)
    expect((await other.get('/me')).body.user.avatar_url).toBe(second.body.avatar_url)
  })
})

describe('the address of a file', () => {
  test('a file address is only valid for public files', async () => {
    writeFileSync(join(server.dataDir, 'secret.key'), 'secret')
    const hostilePaths = [
      '../../secret.key',
      '%2e%2e/%2e%2e/secret.key',
      'avatars/..%2f..%2f..%2fsecret.key',
      'avatars/%2e%2e/%2e%2e/secret.key',
      'private/x.webp',
      'avatars/x.svg',
      'avatars/x.html',
      'avatars/',
      'avatars/x.webp%00.png',
      'avatars\\x.webp',
    ]
    for (const path of hostilePaths) {
      const { status, text } = await requestAs(server.url, { path: `/storage/v1/object/public/${path}` })
      expect({ path, refused: status === 404 || status === 400 }).toEqual({ path, refused: true })
      expect(text).not.toMatch(/[0-9a-f]{64}/)
    }
  })
})

test('with an object store, a picture is stored there, served by the server, and deleted there', async () => {
  const store = await aFileStore()
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings
  const env = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  await server.stop()
  server = await startServer({ env })
  try {
    const person = await aPerson(server)
    const address: string = (await upload(person, await aPhoto())).body.avatar_url
    const key = address.replace('/storage/v1/object/public/', '')
    const files = createS3Files(store.settings)
    const storedFile = await files.get(key)
    expect(storedFile).not.toBeNull()
    expect(storedFiles()).toEqual([])
    const file = await fetchFile(address)
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(storedFile ?? []))).toBe(true)
    await person.delete('/me/avatar')
    await vi.waitFor(async () => expect(await files.get(key)).toBeNull(), { timeout: 60_000 })
  } finally {
    await store.stop()
  }
})

/** Sends a body that never ends. @returns the first line of the response, and the number of bytes that were sent */
function sendEndlessBody(url: string, token: string, type: string): Promise<{ firstLine: string; sent: number }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const part = Buffer.alloc(64 * 1024, 97)
    let [sent, response, isClosed] = [0, '', false]
    const finish = () => {
      isClosed = true
      resolve({ firstLine: response.split('\r\n')[0] ?? '', sent })
    }
    const sendMore = () => {
      while (!isClosed && socket.writable) {
        sent += part.length
        if (!socket.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])))
          return
      }
    }
    socket.on('data', (bytes) => {
      response += bytes.toString('latin1')
    })
    socket.on('drain', sendMore)
    socket.on('close', finish)
    socket.on('error', () => {})
    socket.write(
      `PUT /api/v1/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    sendMore()
  })
}
