import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { listAuditEntries } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { anIcon, aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let room: string
let photo: Uint8Array
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  photo = await aPhoto({ width: 900, height: 900 })
  room = await aRoom(fixture, 'Live room')
})
afterAll(() => server.stop())

const aRoom = async ({ admin, studio }: StudioOfTest, name: string): Promise<string> =>
  (await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name })).body.id
const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/pictures`
const add = (fields: Record<string, string>, { admin } = fixture, bytes = photo): Promise<ApiResponse> =>
  admin.upload('POST', pathOf(fixture), bytes, { fields })
const list = async (person = fixture.client): Promise<Picture[]> => (await person.get(pathOf(fixture))).body.items
const getPublicOffer = async () =>
  (await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)).body
const fetchFile = (address: string) => fetch(`${server.url}${address}`)

test('a picture is stored in two sizes, shown to clients and visitors, and its files are deleted with it', async () => {
  const response = await add({ resource_id: room, alt: ' A piano below a window ' })
  expect(response).toMatchObject({
    status: 201,
    body: { resource_id: room, service_key: null, position: 0, alt: 'A piano below a window' },
  })
  const { id, url, small_url } = response.body
  for (const [address, width, height] of [
    [url, 900, 675],
    [small_url, 640, 480],
  ] as const) {
    const file = await fetchFile(address)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
    expect(bytes.includes('Canary')).toBe(false)
  }
  expect(await list()).toEqual([response.body])
  const publicRoom = (await getPublicOffer()).rooms.find(({ id }: { id: string }) => id === room)
  expect(publicRoom).toEqual({ id: room, name: 'Live room', pictures: [{ url, small_url, alt: response.body.alt }] })
  expect((await fixture.admin.delete(`/pictures/${id}`)).body).toEqual(response.body)
  expect(await list()).toEqual([])
  for (const address of [url, small_url]) {
    await vi.waitFor(async () => expect((await fetchFile(address)).status).toBe(404), { timeout: 60_000 })
  }
})

test('pictures have an order that can be changed, separate for each service and room', async () => {
  const ids: string[] = []
  const roomPicture = (await add({ resource_id: room })).body
  for (const alt of ['a', 'b', 'c']) ids.push((await add({ service_key: 'mixing', alt })).body.id)
  const listAlts = async () => (await list()).filter(({ service_key }) => service_key).map(({ alt }) => alt)
  expect(await listAlts()).toEqual(['a', 'b', 'c'])
  expect((await fixture.admin.patch(`/pictures/${ids[2]}`, { position: 0 })).body.position).toBe(0)
  expect(await listAlts()).toEqual(['c', 'a', 'b'])
  expect((await fixture.admin.patch(`/pictures/${ids[2]}`, { position: 99, alt: 'last' })).body.position).toBe(2)
  expect(await listAlts()).toEqual(['a', 'b', 'last'])
  expect((await list()).filter(({ resource_id }) => resource_id)).toEqual([roomPicture])
  const mixing = (await getPublicOffer()).items.find(({ key }: { key: string }) => key === 'mixing')
  expect(mixing.pictures.map(({ alt }: { alt: string }) => alt)).toEqual(['a', 'b', 'last'])
  expect((await getPublicOffer()).items.find(({ key }: { key: string }) => key === 'recording').pictures).toEqual([])
})

test('the picture files of a removed service or room are deleted', async () => {
  const booth = await aRoom(fixture, 'Booth')
  const roomPicture = (await add({ resource_id: booth })).body
  const servicePicture = (await add({ service_key: 'consultation' })).body
  await fixture.admin.delete(`/resources/${booth}`)
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/services`)).body
  const remaining = items.filter(({ key }: { key: string }) => key !== 'consultation')
  const response = await fixture.admin.put(`/studios/${fixture.studio.id}/services`, {
    items: remaining.map(({ position, ...service }: { position: number }) => service),
  })
  expect(response.status).toBe(200)
  for (const { url } of [roomPicture, servicePicture]) {
    await vi.waitFor(async () => expect((await fetchFile(url)).status).toBe(404), { timeout: 60_000 })
  }
})

test('a ninth picture is rejected, and so is one without an owner, with two owners, of equipment, or that is no photo', async () => {
  const fullRoom = await aRoom(fixture, 'Full')
  for (let count = 0; count < 8; count += 1) expect((await add({ resource_id: fullRoom })).status).toBe(201)
  expectError(await add({ resource_id: fullRoom }), 'PICTURES_LIMIT')
  expectError(await add({}), 'VALIDATION_FAILED')
  expectError(await add({ resource_id: room, service_key: 'mixing' }), 'VALIDATION_FAILED')
  expectError(await add({ service_key: 'dancing' }), 'NOT_FOUND')
  expectError(await add({ resource_id: room, alt: 'x'.repeat(201) }), 'VALIDATION_FAILED')
  const piano = await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, {
    kind: 'equipment',
    name: 'Piano',
  })
  expectError(await add({ resource_id: piano.body.id }), 'NOT_FOUND')
  expectError(await add({ resource_id: room }, fixture, await anIcon()), 'UNSUPPORTED_MEDIA_TYPE')
}, 60_000)

test('only admins of the studio can add, change and remove pictures, and the audit log contains no text of them', async () => {
  const rival = await aStudio(server)
  const otherRoom = await aRoom(rival, 'Elsewhere')
  const { id } = (await add({ resource_id: room, alt: 'Cleo at the desk' })).body
  const before = await list()
  expectError(await add({ resource_id: otherRoom }), 'NOT_FOUND')
  for (const admin of [fixture.client, await aCrewMember(server, fixture)]) {
    expectError(await add({ resource_id: room }, { ...fixture, admin }), 'FORBIDDEN')
    expectError(await admin.patch(`/pictures/${id}`, { alt: 'mine' }), 'FORBIDDEN')
    expectError(await admin.delete(`/pictures/${id}`), 'FORBIDDEN')
  }
  expectError(await add({ resource_id: room }, rival), 'FORBIDDEN')
  expectError(await rival.admin.get(pathOf(fixture)), 'FORBIDDEN')
  expectError(await rival.admin.patch(`/pictures/${id}`, { alt: 'mine' }), 'NOT_FOUND')
  expectError(await rival.admin.delete(`/pictures/${id}`), 'NOT_FOUND')
  expectError(await callAs(server.url, null).get(pathOf(fixture)), 'UNAUTHENTICATED')
  expect(await list()).toEqual(before)
  const response = await fixture.admin.patch(`/pictures/${id}`, { alt: 'Cleo sings' })
  const [row] = await listAuditEntries(response.headers.get('x-request-id') ?? '')
  expect(row).toMatchObject({ action: 'resources.updatePicture', object_id: id })
  expect(JSON.stringify(row)).not.toContain('Cleo')
})
