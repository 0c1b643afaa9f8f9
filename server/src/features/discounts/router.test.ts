import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const path = () => `/studios/${fixture.studio.id}/discounts`

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('an admin can create a code, change its limits and switch it off', async () => {
  const created = await fixture.admin.post(path(), { code: ' summer-26 ', percent: 20, max_uses: 10 })
  expect(created).toMatchObject({
    status: 201,
    body: { code: 'SUMMER-26', percent: 20, amount_minor: null, currency: null, uses: 0, is_active: true, version: 1 },
  })
  const { id } = created.body
  expectError(await fixture.admin.post(path(), { code: 'Summer-26', percent: 5 }), 'DISCOUNT_CODE_TAKEN')
  const changed = await fixture.admin.patch(`/discounts/${id}`, { max_uses: 5, is_active: false, version: 1 })
  expect(changed.body).toMatchObject({ max_uses: 5, is_active: false, percent: 20, version: 2 })
  expectError(await fixture.admin.patch(`/discounts/${id}`, { max_uses: 6, version: 1 }), 'STALE_VERSION')
  const fixed = await fixture.admin.post(path(), { code: 'TEN', amount_minor: 1_000 })
  expect(fixed.body).toMatchObject({ amount_minor: 1_000, currency: 'USD' })
  const items = (await fixture.admin.get(path())).body.items
  expect(items.map(({ code }: { code: string }) => code).sort()).toEqual(['SUMMER-26', 'TEN'])
})

test('a code needs a valid percentage or amount, and its last day cannot be before its first', async () => {
  const invalidInputs = [
    { percent: 10, amount_minor: 100 },
    {},
    { percent: 101 },
    { percent: 10, code: 'a' },
    { percent: 10, first_date: '2027-01-02', last_date: '2027-01-01' },
  ]
  for (const input of invalidInputs)
    expectError(await fixture.admin.post(path(), { code: 'OTHER', ...input }), 'VALIDATION_FAILED')
  const { id } = (await fixture.admin.post(path(), { code: 'JANUARY', percent: 5, first_date: '2027-01-02' })).body
  expectError(await fixture.admin.patch(`/discounts/${id}`, { last_date: '2027-01-01' }), 'VALIDATION_FAILED')
  expect((await fixture.admin.patch(`/discounts/${id}`, { last_date: '2027-01-31' })).status).toBe(200)
})

test('only admins of the studio can see and change codes', async () => {
  const { id } = (await fixture.admin.post(path(), { code: 'OURS', percent: 5 })).body
  for (const person of [
    await aCrewMember(server, fixture),
    await aDeskPerson(server, fixture),
    await aClient(server, fixture.studio.id),
    (await aStudio(server)).admin,
  ]) {
    expectError(await person.get(path()), 'FORBIDDEN')
    expectError(await person.post(path(), { code: 'MINE', percent: 100 }), 'FORBIDDEN')
    expectError(await person.patch(`/discounts/${id}`, { is_active: false }), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get(path()), 'UNAUTHENTICATED')
})
