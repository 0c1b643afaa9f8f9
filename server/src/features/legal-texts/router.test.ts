import { callAs, expectError } from '@studiohub/testing/http.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStudioPage } from '../studios/branding/service.ts'
import { getPlatformPageData, readStudioLegalTexts } from './page-service.ts'

let server: TestServer
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const path = ({ studio } = fixture) => `/studios/${studio.id}/legal-texts`
const texts = { imprint: '# North\nOne Street 1', privacy: '' }

const publicUrl = 'https://studios.example'
const pageAt = (url: string, host = 'studios.example') =>
  readStudioPage(
    { url, host, id: 'test' },
    { config: { publicUrl }, now: new Date(), readLegalTexts: readStudioLegalTexts },
  )

describe('the texts of a studio', () => {
  test('are empty at first, and are stored without surrounding spaces', async () => {
    const newFixture = await aStudio(server)
    expect((await newFixture.admin.get(path(newFixture))).body).toEqual({
      imprint: '',
      privacy: '',
      version: 0,
      changed_at: {},
    })
    expect(await newFixture.admin.put(path(newFixture), { ...texts, imprint: ` ${texts.imprint} ` })).toMatchObject({
      status: 200,
      body: texts,
    })
    expect((await newFixture.admin.get(path(newFixture))).body).toMatchObject(texts)
    expect(
      (await newFixture.admin.put(path(newFixture), { imprint: '', privacy: 'We keep little.' })).body,
    ).toMatchObject({ imprint: '', privacy: 'We keep little.' })
  })

  test('have the time of their last change', async () => {
    const newFixture = await aStudio(server)
    const save = async (input: typeof texts) =>
      (await newFixture.admin.put(path(newFixture), input)).body.changed_at as Record<string, string>
    const first = await save({ imprint: 'One Street 1', privacy: 'We keep little.' })
    expect(first).toEqual({ imprint: expect.any(String), privacy: expect.any(String) })
    const second = await save({ imprint: 'One Street 1', privacy: 'We keep nothing.' })
    expect(second.imprint).toBe(first.imprint)
    expect(Date.parse(second.privacy ?? '')).toBeGreaterThan(Date.parse(first.privacy ?? ''))
    expect(await save({ imprint: 'One Street 1', privacy: '' })).toEqual({ imprint: first.imprint })
  })

  test('are not overwritten by a save that is based on older ones', async () => {
    const newFixture = await aStudio(server)
    const save = (input: typeof texts & { version?: number }) => newFixture.admin.put(path(newFixture), input)
    const loaded = (await save({ imprint: 'One Street 1', privacy: 'We keep little.' })).body
    const saved = await save({ imprint: 'One Street 1', privacy: 'We keep nothing.', version: loaded.version })
    expect(saved).toMatchObject({ status: 200, body: { version: loaded.version + 1 } })
    expectError(
      await save({ imprint: 'Two Street 2', privacy: 'We keep little.', version: loaded.version }),
      'STALE_VERSION',
    )
    expect((await newFixture.admin.get(path(newFixture))).body).toEqual(saved.body)
    // Without a version, as in a script, the last writer wins.
    expect((await save({ imprint: 'Two Street 2', privacy: 'We keep little.' })).status).toBe(200)
  })

  test('have a new version also when a text is removed', async () => {
    const newFixture = await aStudio(server)
    const save = async (input: typeof texts) => (await newFixture.admin.put(path(newFixture), input)).body
    const first = await save(texts)
    const removed = await save({ imprint: '', privacy: '' })
    expect(removed.version).toBe(first.version + 1)
    expect((await save({ imprint: '', privacy: '' })).version).toBe(removed.version)
    expect((await save(texts)).version).toBe(removed.version + 1)
  })

  test('are saved once by two admins who loaded the same ones and save at the same time', async () => {
    const newFixture = await aStudio(server)
    const { version } = (await newFixture.admin.get(path(newFixture))).body
    const responses = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((imprint) =>
        newFixture.admin.put(path(newFixture), { imprint, privacy: '', version }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('are listed publicly by kind, even for a closed studio', async () => {
    const newFixture = await aStudio(server)
    const visitor = callAs(server.url, null)
    const links = `/public/legal-texts?slug=${newFixture.studio.slug}`
    expect((await visitor.get(links)).body).toEqual({ kinds: [] })
    await newFixture.admin.put(path(newFixture), { imprint: 'One Street 1', privacy: 'We keep little.' })
    await newFixture.admin.patch(`/studios/${newFixture.studio.id}`, { is_active: false })
    expect((await visitor.get(links)).body).toEqual({ kinds: ['imprint', 'privacy'] })
    expectError(await visitor.get('/public/legal-texts?slug=nobody-here'), 'NOT_FOUND')
    expect((await visitor.get('/public/legal-texts')).status).toBe(200)
  })

  test('can also be changed by an operator', async () => {
    const operator = await aSuperAdmin(server)
    expect((await operator.put(path(), texts)).status).toBe(200)
    expect((await fixture.admin.get(path())).body).toMatchObject(texts)
  })

  test('cannot be read or changed by other people through the API', async () => {
    const rival = await aStudio(server)
    const others = [
      rival.admin,
      await aClient(server, fixture.studio.id),
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
    ]
    for (const person of others) {
      expectError(await person.get(path()), 'FORBIDDEN')
      expectError(await person.put(path(), texts), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).put(path(), texts), 'UNAUTHENTICATED')
  })

  test('are limited in length and do not include terms', async () => {
    expectError(await fixture.admin.put(path(), { ...texts, imprint: 'x'.repeat(50_001) }), 'VALIDATION_FAILED')
    expectError(await fixture.admin.put(path(), { ...texts, terms: 'x' }), 'VALIDATION_FAILED')
  })

  test('have one page each, even at a closed studio, but an empty text has none', async () => {
    const newFixture = await aStudio(server)
    await newFixture.admin.put(path(newFixture), texts)
    await newFixture.admin.patch(`/studios/${newFixture.studio.id}`, { is_active: false })
    expect(await pageAt(`/s/${newFixture.studio.slug}/imprint`)).toMatchObject({
      head: {
        title: `Imprint - ${newFixture.studio.name}`,
        canonical: `${publicUrl}/s/${newFixture.studio.slug}/imprint`,
      },
      legal: {
        values: { has_imprint: true, has_privacy: false, legal_title: 'Imprint' },
        lists: { paragraph: [{ heading: 'North', text: 'One Street 1' }] },
      },
    })
    expect(await pageAt(`/s/${newFixture.studio.slug}`)).toMatchObject({ legal: { values: { has_imprint: true } } })
    expect(await pageAt(`/s/${newFixture.studio.slug}/privacy`)).toBe('not_found')
    expect(await pageAt('/s/nobody-here/imprint')).toBe('not_found')
  })
})

describe('the texts of the platform', () => {
  test('can be changed by operators, and the changes appear at once', async () => {
    const operator = await aSuperAdmin(server)
    const platformTexts = { imprint: '', privacy: 'Little.', terms: 'Be kind.\n\nAlways.' }
    expect(await operator.put('/legal-texts', platformTexts)).toMatchObject({ status: 200, body: platformTexts })
    expect((await operator.get('/legal-texts')).body).toMatchObject(platformTexts)
    const request = { id: 'test' }
    expect(await getPlatformPageData(request, '/terms/')).toMatchObject({
      values: { has_imprint: false, has_privacy: true, has_terms: true, legal_title: 'Terms' },
      lists: { paragraph: [{ text: 'Be kind.' }, { text: 'Always.' }] },
      is_missing: false,
    })
    expect(await getPlatformPageData(request, '/imprint')).toMatchObject({ is_missing: true })
    await operator.put('/legal-texts', { ...platformTexts, terms: '' })
    expect(await getPlatformPageData(request, '/terms')).toMatchObject({ is_missing: true })
    expect(await getPlatformPageData(request, '/')).toMatchObject({ is_missing: false, lists: { paragraph: [] } })
  })

  test('link to their email addresses', async () => {
    const operator = await aSuperAdmin(server)
    await operator.put('/legal-texts', {
      imprint: '# Us\n\nWrite to a.b@one.example.\nor c@two.example',
      privacy: '',
      terms: '',
    })
    const { lists } = await getPlatformPageData({ id: 'test' }, '/imprint')
    expect(lists.paragraph.map(({ part }) => part)).toEqual([
      [],
      [
        { text: 'Write to ', email: null },
        { text: null, email: 'a.b@one.example' },
        { text: '.\nor ', email: null },
        { text: null, email: 'c@two.example' },
      ],
    ])
  })

  test('are not overwritten by a save that is based on older ones', async () => {
    const operator = await aSuperAdmin(server)
    const platformTexts = { imprint: 'One Street 1', privacy: 'Little.', terms: 'Be kind.' }
    const { version } = (await operator.put('/legal-texts', platformTexts)).body
    const saved = await operator.put('/legal-texts', { ...platformTexts, terms: 'Be very kind.', version })
    expect(saved).toMatchObject({ status: 200, body: { version: version + 1 } })
    expectError(await operator.put('/legal-texts', { ...platformTexts, privacy: 'Nothing.', version }), 'STALE_VERSION')
    expect((await operator.get('/legal-texts')).body).toEqual(saved.body)
  })

  test('cannot be changed by studio admins', async () => {
    expectError(await fixture.admin.get('/legal-texts'), 'FORBIDDEN')
    expectError(await fixture.admin.put('/legal-texts', { ...texts, terms: '' }), 'FORBIDDEN')
    expectError(await callAs(server.url, null).get('/legal-texts'), 'UNAUTHENTICATED')
  })
})
