import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageFile } from '@studiohub/contract/features/conversations/schema.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  proveAddress,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { UPLOADS_FILE_MB: '1', UPLOADS_CLIENT_MB: '4', MESSAGE_MAIL_WAIT_SECONDS: '1' } })
})
afterAll(() => server.stop())

type OfStudio = { studio: { id: string } }
const filesPath = ({ studio }: OfStudio, client: { id: string }) =>
  `/studios/${studio.id}/clients/${client.id}/message-files`
const messagesPath = ({ studio }: OfStudio, client: { id: string }) =>
  `/studios/${studio.id}/clients/${client.id}/messages`

type Upload = { name?: string; bytes?: Uint8Array; key?: string; project_id?: string }

/** Uploads a file for a message to or of a client. */
const upload = (
  person: TestUser,
  path: string,
  { name = 'plan.txt', bytes = Buffer.from('Take one'), key = randomUUID(), project_id }: Upload = {},
) => person.upload('POST', path, bytes, { name, fields: { key, ...(project_id && { project_id }) } })

const fetchFile = async (url: string) => {
  const response = await fetch(`${server.url}${url}`)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A client's message with a picture and a text, and its files as the client sees them. */
async function aMessageWithFiles() {
  const fixture = await aStudio(server)
  const { client } = fixture
  const photo = await upload(client, filesPath(fixture, client), { name: '../cover.jpg', bytes: await aPhoto() })
  const text = await upload(client, filesPath(fixture, client))
  const file_ids = [text.body.id, photo.body.id]
  const response = await client.post(messagesPath(fixture, client), { body: '', file_ids })
  expect(response.status).toBe(201)
  const files: MessageFile[] = response.body.files
  return { fixture, client, files, message: response, file_ids }
}
const filesSeenBy = async (person: TestUser, path: string): Promise<MessageFile[]> =>
  (await person.get(path)).body.items[0].files

describe('files in a message', () => {
  test('are sent in order, pictures with a preview, and both sides download them', async () => {
    const { fixture, client, message } = await aMessageWithFiles()
    expect(message.body).toMatchObject({
      body: '',
      files: [
        { name: 'plan.txt', content_type: 'text/plain', size_bytes: 8, preview_url: null },
        { name: 'cover.jpg', content_type: 'image/jpeg', preview_url: expect.any(String) },
      ],
    })
    const desk = await aDeskPerson(server, fixture)
    for (const reader of [client, fixture.admin, desk]) {
      const [text, photo] = await filesSeenBy(reader, messagesPath(fixture, client))
      const download = await fetchFile(text?.url ?? '')
      expect([download.status, `${download.bytes}`]).toEqual([200, 'Take one'])
      expect(download.headers.get('cache-control')).toBe('private, no-store')
      expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''plan.txt")
      expect((await fetchFile(photo?.preview_url ?? '')).headers.get('content-type')).toBe('image/webp')
    }
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/conversations`)).body
    expect(items).toMatchObject([{ last_text: '', last_files: 2, unread: 1 }])
    const auditEntries = await asLogin((tx) =>
      sql`select after from audit_log where studio_id = ${fixture.studio.id} and action = 'conversations.createFile'`.execute(
        tx,
      ),
    )
    expect(auditEntries.rows).toHaveLength(2)
    expect(JSON.stringify(auditEntries.rows)).not.toMatch(/plan|cover/)
  })

  test('are checked by size, type and number, with an error message for each', async () => {
    const fixture = await aStudio(server)
    const { client } = fixture
    const path = filesPath(fixture, client)
    const large = await upload(client, path, { bytes: Buffer.alloc(1024 * 1024 + 1, ' ') })
    expectError(large, 'PAYLOAD_TOO_LARGE')
    expect(large.body.message).toBe('File size must be less than 1MB')
    expectError(
      await upload(client, path, { name: 'page.txt', bytes: Buffer.from('<html>') }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expectError(await upload(client, path, { key: 'x' }), 'VALIDATION_FAILED')
    const tooManyIds = Array.from({ length: 11 }, () => randomUUID())
    const tooMany = await client.post(messagesPath(fixture, client), { body: 'Hi', file_ids: tooManyIds })
    expect(tooMany.body.fields).toEqual({ file_ids: 'A message has at most 10 files' })
    const empty = await client.post(messagesPath(fixture, client), { body: ' ' })
    expect(empty.body.fields).toEqual({ body: 'Please write a message' })
    const uploads = []
    for (let index = 0; index < 5; index += 1)
      uploads.push(await upload(client, path, { bytes: Buffer.alloc(1024 * 1024, ' ') }))
    expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201, 201, 403])
    expectError(uploads[4] ?? large, 'FILES_QUOTA')
  })

  test('are stored once if they are uploaded again with the same key, even concurrently', async () => {
    const fixture = await aStudio(server)
    const { client } = fixture
    const key = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => upload(client, filesPath(fixture, client), { key })))
    const later = await upload(client, filesPath(fixture, client), { key })
    const ids = [...responses, later].map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    const { rows } = await asLogin((tx) =>
      sql`select id from message_files where studio_id = ${fixture.studio.id}`.execute(tx),
    )
    expect(rows).toEqual([{ id: ids[0] }])
    // The same key of another person is another file.
    expect((await upload(fixture.admin, filesPath(fixture, client), { key })).body.id).not.toBe(ids[0])
  })

  test('are sent once, by the person who uploaded them, to the client they were uploaded for', async () => {
    const { fixture, client, file_ids } = await aMessageWithFiles()
    const { admin, other } = fixture
    const missingFile = { file_ids: 'A file is missing. Attach it again.' }
    const repeated = await client.post(messagesPath(fixture, client), { body: 'Again', file_ids })
    expect(repeated.body.fields).toEqual(missingFile)
    const { id } = (await upload(client, filesPath(fixture, client))).body
    for (const [person, to] of [
      [admin, client],
      [other, other],
    ] as const) {
      const rejection = await person.post(messagesPath(fixture, to), { body: 'Mine', file_ids: [id] })
      expect(rejection.body.fields).toEqual(missingFile)
    }
    const adminFile = (await upload(admin, filesPath(fixture, client))).body
    const elsewhere = await admin.post(messagesPath(fixture, other), { body: 'Wrong client', file_ids: [adminFile.id] })
    expect(elsewhere.body.fields).toEqual(missingFile)
    expect((await client.get(messagesPath(fixture, client))).body.items).toHaveLength(1)
    // Only the person who uploaded an unsent file can remove it, and a sent one stays.
    const path = `/studios/${fixture.studio.id}/message-files`
    for (const person of [admin, other]) expectError(await person.delete(`${path}/${id}`), 'NOT_FOUND')
    expectError(await client.delete(`${path}/${file_ids[0]}`), 'NOT_FOUND')
    expect((await client.delete(`${path}/${id}`)).status).toBe(200)
    expectError(await client.delete(`${path}/${id}`), 'NOT_FOUND')
  })

  test('are named in the email about the message and not attached', async () => {
    const { fixture } = await aMessageWithFiles()
    await proveAddress(fixture.admin)
    const mail = await nextMail(server, fixture.admin.email, 'New message from')
    expect(mail.text.replaceAll('\u200b', '')).toContain('Files: plan.txt, cover.jpg')
    expect(mail.text).toContain('Files are not attached.')
    expect(mail.text).toContain('/studio/messages?client=')
  })
})

describe('an outsider never', () => {
  test('uploads into a conversation or sees its files: other clients, other studios, crew, visitors', async () => {
    const { fixture, client, files } = await aMessageWithFiles()
    const elsewhere = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    for (const stranger of [elsewhere.admin, elsewhere.client, crew]) {
      expectError(await upload(stranger, filesPath(fixture, client)), 'FORBIDDEN')
      expectError(await stranger.get(messagesPath(fixture, client)), 'FORBIDDEN')
    }
    expectError(await upload(fixture.other, filesPath(fixture, client)), 'NOT_FOUND')
    expectError(
      await callAs(server.url, null).upload('POST', filesPath(fixture, client), Buffer.from('x')),
      'UNAUTHENTICATED',
    )
    // A link does not work with another session, and neither does a link with a guessed name.
    const [file] = files
    const url = file?.url ?? ''
    const session = /session=([^&]+)/.exec(url)?.[1] ?? ''
    for (const changedUrl of [
      url.replace(session, randomUUID()),
      url.replace(/&?session=[^&]+/, ''),
      url.replace(/token=[^&]+/, 'token=x'),
      url.replace(/[0-9a-f-]{36}\.txt/, `${randomUUID()}.txt`),
      url.split('?')[0] ?? '',
      url.replace('/sign/', '/public/').split('?')[0] ?? '',
    ])
      expect((await fetchFile(changedUrl)).status, changedUrl).toBe(404)
    expect((await fetchFile(url)).status).toBe(200)
  })

  test('downloads by an earlier link: after signing out, the end of a role, or of the work on a project', async () => {
    const { fixture, client } = await aMessageWithFiles()
    const { admin, studio } = fixture
    const desk = await aDeskPerson(server, fixture)
    const urlFor = async (person: TestUser, path = messagesPath(fixture, client)) =>
      (await filesSeenBy(person, path))[0]?.url ?? ''
    const deskUrl = await urlFor(desk)
    expect((await fetchFile(deskUrl)).status).toBe(200)
    await asLogin((tx) =>
      sql`update user_roles set status = 'inactive', removed_at = now(), removed_by = ${admin.id}
        where user_id = ${desk.id} and studio_id = ${studio.id}`.execute(tx),
    )
    expect((await fetchFile(deskUrl)).status).toBe(404)

    const crew = await aCrewMember(server, fixture)
    const project = (await client.post('/projects', { title: 'Night Drive', project_type: 'music' })).body
    const { body: task } = await admin.post('/tasks', { title: 'Mix', project_id: project.id, assigned_to: crew.id })
    const file = await upload(crew, filesPath(fixture, client), { project_id: project.id })
    expect(file.status).toBe(201)
    expectError(await upload(crew, filesPath(fixture, client)), 'FORBIDDEN')
    await crew.post(messagesPath(fixture, client), { body: 'Mix', project_id: project.id, file_ids: [file.body.id] })
    const path = `${messagesPath(fixture, client)}?project_id=${project.id}`
    const crewUrl = await urlFor(crew, path)
    expect((await fetchFile(crewUrl)).status).toBe(200)
    expect((await fetchFile(await urlFor(client, path))).status).toBe(200)
    await asLogin((tx) => sql`update tasks set status = 'cancelled' where id = ${task.id}`.execute(tx))
    expect((await fetchFile(crewUrl)).status).toBe(404)

    const clientUrl = await urlFor(client)
    expect((await fetchFile(clientUrl)).status).toBe(200)
    await client.request('POST', '/auth/v1/logout', {})
    expect((await fetchFile(clientUrl)).status).toBe(404)
  })

  test('writes or uploads when blocked; a blocked client still reads earlier files', async () => {
    const { fixture, client, files } = await aMessageWithFiles()
    await fixture.admin.put(`/studios/${fixture.studio.id}/clients/${client.id}/message-block`, { blocked: true })
    expectError(await upload(client, filesPath(fixture, client)), 'MESSAGES_BLOCKED')
    expect((await fetchFile(files[0]?.url ?? '')).status).toBe(200)
  })
})

describe('stored files', () => {
  const listStoredFiles = ({ studio }: OfStudio) => {
    try {
      return readdirSync(join(server.dataDir, 'files', 'message-files', studio.id))
    } catch {
      return []
    }
  }

  test('are deleted with the account of the client, and with a removed file', async () => {
    const { fixture, client } = await aMessageWithFiles()
    expect(listStoredFiles(fixture)).toHaveLength(3)
    const unsent = (await upload(client, filesPath(fixture, client))).body
    await client.delete(`/studios/${fixture.studio.id}/message-files/${unsent.id}`)
    await vi.waitFor(() => expect(listStoredFiles(fixture)).toHaveLength(3), { timeout: 30_000 })
    const response = await client.get('/me/export')
    expect(response.body.data.message_files).toMatchObject([
      { name: 'cover.jpg' },
      { name: 'plan.txt', uploaded_by_me: true },
    ])
    expect((await client.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
    await vi.waitFor(() => expect(listStoredFiles(fixture)).toEqual([]), { timeout: 30_000 })
    const { rows } = await asLogin((tx) =>
      sql`select id from message_files where studio_id = ${fixture.studio.id}`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  test('that were never sent are deleted after a day, and sent ones are not', async () => {
    const { fixture, client } = await aMessageWithFiles()
    await upload(client, filesPath(fixture, client))
    await asLogin(async (tx) => {
      await sql`update message_files set created_at = now() - interval '25 hours' where studio_id = ${fixture.studio.id}`.execute(
        tx,
      )
      await sql`update pgboss.job set start_after = now() where name = 'conversations.forget-file' and state = 'created'
        and data->>'key' like ${`message-files/${fixture.studio.id}/%`}`.execute(tx)
    })
    await vi.waitFor(() => expect(listStoredFiles(fixture)).toHaveLength(3), { timeout: 30_000 })
    const [file] = await filesSeenBy(client, messagesPath(fixture, client))
    expect((await fetchFile(file?.url ?? '')).status).toBe(200)
  })

  test('follow their message when two records are merged', async () => {
    const { fixture } = await aMessageWithFiles()
    const { admin, studio } = fixture
    const record = (await admin.post(`/studios/${studio.id}/clients`, { name: 'Wanda' })).body
    const file = (await upload(admin, filesPath(fixture, record))).body
    await admin.post(messagesPath(fixture, record), { body: 'Here', file_ids: [file.id] })
    const unsent = (await upload(admin, filesPath(fixture, record))).body
    const targetClient = await aClient(server, studio.id)
    await admin.post(messagesPath(fixture, targetClient), { body: 'Hello' })
    const merged = await admin.post(`/studios/${studio.id}/clients/${targetClient.id}/merge`, { other_id: record.id })
    expect(merged.status).toBe(200)
    const { items } = (await targetClient.get(messagesPath(fixture, targetClient))).body
    const filesOfMessage = items.find(({ body }: { body: string }) => body === 'Here').files
    expect((await fetchFile(filesOfMessage[0].url)).status).toBe(200)
    expect(
      (await admin.post(messagesPath(fixture, targetClient), { body: 'More', file_ids: [unsent.id] })).status,
    ).toBe(201)
  })
})
