import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, aSuperAdmin, proveAddress, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
})
afterAll(() => server.stop())

type Request = { id: string; user_id: string; answer: { outcome: string; at: string; by_name: string | null } | null }
const listRequests = async (query = ''): Promise<{ items: Request[]; total: number; next_cursor: string | null }> =>
  (await operator.get(`/admin/role-requests?${query}`)).body
const requestRole = async (person: TestUser, role: string, studio_id: string): Promise<string> =>
  (await person.post('/me/role-request', { role, studio_id })).body.id

test('answered role requests are listed newest first, with who answered, when and how', async () => {
  const { studio, admin } = await aStudio(server, { name: 'Echo Hall' })
  await admin.patch('/me/profile', { full_name: 'Ann Answers' })
  const hopeful = await proveAddress(await aPerson(server, { full_name: 'Hope Accepted' }))
  const unlucky = await aPerson(server, { full_name: 'Uma Rejected' })
  const before = await listRequests('state=answered')
  const approvedId = await requestRole(hopeful, 'staff', studio.id)
  const rejectedId = await requestRole(unlucky, 'staff', studio.id)
  expect((await listRequests('state=answered')).total).toBe(before.total)
  await admin.post(`/role-requests/${approvedId}/approve`)
  await operator.post(`/role-requests/${rejectedId}/reject`)

  const answered = await listRequests('state=answered')
  expect(answered.total).toBe(before.total + 2)
  const [rejected, approved] = answered.items
  expect(rejected).toMatchObject({
    id: rejectedId,
    user_id: unlucky.id,
    full_name: 'Uma Rejected',
    role: 'staff',
    studio_name: 'Echo Hall',
    email: unlucky.email,
    answer: { outcome: 'rejected', by_name: operator.email },
  })
  expect(approved).toMatchObject({
    id: approvedId,
    full_name: 'Hope Accepted',
    answer: { outcome: 'approved', by_name: 'Ann Answers' },
  })
  for (const request of [approved, rejected])
    expect(Math.abs(Date.parse(request?.answer?.at ?? '') - Date.now())).toBeLessThan(60_000)

  const firstPage = await listRequests('state=answered&limit=1')
  expect(firstPage.items.map(({ id }) => id)).toEqual([rejectedId])
  const secondPage = await listRequests(`state=answered&limit=1&cursor=${firstPage.next_cursor}`)
  expect(secondPage.items.map(({ id }) => id)).toEqual([approvedId])
})

test('without a state only open requests are listed; a request that was answered and repeated is in both lists', async () => {
  const { studio } = await aStudio(server)
  const person = await aPerson(server)
  await operator.post(`/role-requests/${await requestRole(person, 'staff', studio.id)}/reject`)
  const isTheirs = ({ user_id }: Request) => user_id === person.id
  expect((await listRequests('limit=100')).items.filter(isTheirs)).toEqual([])
  const openId = await requestRole(person, 'staff', studio.id)
  for (const query of ['limit=100', 'state=open&limit=100'])
    expect((await listRequests(query)).items.filter(isTheirs)).toMatchObject([{ id: openId, answer: null }])
  expect((await listRequests('state=answered')).items.filter(isTheirs)).toMatchObject([
    { answer: { outcome: 'rejected' } },
  ])
})

test('only operators read answered requests', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  for (const person of [fixture.admin, crew, fixture.client])
    expectError(await person.get('/admin/role-requests?state=answered'), 'FORBIDDEN')
  expectError(await (await aPerson(server)).get('/admin/role-requests?state=answered'), 'NO_ACTIVE_ROLE')
  expect((await operator.get('/admin/role-requests?state=answered')).status).toBe(200)
  expectError(await operator.get('/admin/role-requests?state=unknown'), 'VALIDATION_FAILED')
})
