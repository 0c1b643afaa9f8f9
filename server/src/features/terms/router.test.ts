import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const path = () => `/studios/${fixture.studio.id}/terms`
const currentTerms = () => `/studios/${fixture.studio.id}/current-terms`

beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('publishing creates a new version, and admins can still read old ones', async () => {
  expect((await fixture.client.get(currentTerms())).body).toEqual({ terms: null })
  const first = await fixture.admin.post(path(), { text: ' # Terms\n\nBe on time. ' })
  expect(first).toMatchObject({ status: 201, body: { number: 1, text: '# Terms\n\nBe on time.', ended_at: null } })
  const second = await fixture.admin.post(path(), { text: 'Be early.' })
  expect(second.body).toMatchObject({ number: 2, ended_at: null })
  expect((await fixture.admin.get(path())).body.items).toMatchObject([
    { number: 2, text: 'Be early.', ended_at: null },
    { number: 1, text: '# Terms\n\nBe on time.', ended_at: expect.any(String) },
  ])
  expect((await fixture.client.get(currentTerms())).body.terms).toMatchObject({ number: 2, text: 'Be early.' })
  const { id } = second.body
  expect((await fixture.admin.post(`/terms/${id}/end`)).body.ended_at).toEqual(expect.any(String))
  expect((await fixture.admin.post(`/terms/${id}/end`)).status).toBe(200)
  expect((await fixture.client.get(currentTerms())).body).toEqual({ terms: null })
  expect((await fixture.admin.post(path(), { text: 'Be early.' })).body.number).toBe(3)
})

test('a text that is unchanged, empty or too long cannot be published', async () => {
  await fixture.admin.post(path(), { text: 'Be on time.' })
  expectError(await fixture.admin.post(path(), { text: 'Be on time. ' }), 'TERMS_CHANGED')
  for (const text of ['', '  ', 'x'.repeat(50_001)])
    expectError(await fixture.admin.post(path(), { text }), 'VALIDATION_FAILED')
  expect((await fixture.admin.get(path())).body.items).toHaveLength(1)
})

test('terms that are based on an older version are refused, and nothing is published', async () => {
  const publish = (text: string, based_on: number) => fixture.admin.post(path(), { text, based_on })
  expect((await publish('Be on time.', 0)).body.number).toBe(1)
  expectError(await publish('Be early.', 0), 'STALE_VERSION')
  expect((await publish('Be early.', 1)).body.number).toBe(2)
  // An ended version counts too.
  await fixture.admin.post(`/terms/${(await fixture.client.get(currentTerms())).body.terms.id}/end`)
  expectError(await publish('Be kind.', 1), 'STALE_VERSION')
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => publish(text, 2)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect((await fixture.admin.get(path())).body.items).toHaveLength(3)
})

test('concurrently published texts become separate versions, and only the last one is current', async () => {
  const texts = ['one', 'two', 'three', 'four']
  const responses = await Promise.all(texts.map((text) => fixture.admin.post(path(), { text })))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const { items } = (await fixture.admin.get(path())).body
  expect(items.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1])
  expect(items.filter(({ ended_at }: { ended_at: string | null }) => ended_at === null)).toHaveLength(1)
})

test('only admins of the studio can publish terms, and only people of the studio can read them', async () => {
  const { id } = (await fixture.admin.post(path(), { text: 'Be on time.' })).body
  const rival = await aStudio(server)
  for (const person of [
    await aCrewMember(server, fixture),
    await aDeskPerson(server, fixture),
    await aClient(server, fixture.studio.id),
    rival.admin,
  ]) {
    expectError(await person.get(path()), 'FORBIDDEN')
    expectError(await person.post(path(), { text: 'Ours.' }), 'FORBIDDEN')
    expect((await person.post(`/terms/${id}/end`)).status).toBeGreaterThanOrEqual(403)
  }
  for (const person of [rival.admin, rival.client]) expectError(await person.get(currentTerms()), 'FORBIDDEN')
  expectError(await callAs(server.url, null).get(currentTerms()), 'UNAUTHENTICATED')
  expect((await fixture.client.get(currentTerms())).body.terms).toMatchObject({ id, number: 1 })
})
