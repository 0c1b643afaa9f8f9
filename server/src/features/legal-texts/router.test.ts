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
import { readPlatformLegalTexts, readStudioLegalTexts } from './page-service.ts'

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
  test('are empty at first, and stored as its admin writes them', async () => {
    const own = await aStudio(server)
    expect((await own.admin.get(path(own))).body).toEqual({ imprint: '', privacy: '' })
    expect(await own.admin.put(path(own), { ...texts, imprint: ` ${texts.imprint} ` })).toMatchObject({
      status: 200,
      body: texts,
    })
    expect((await own.admin.get(path(own))).body).toEqual(texts)
    expect((await own.admin.put(path(own), { imprint: '', privacy: 'We keep little.' })).body).toEqual({
      imprint: '',
      privacy: 'We keep little.',
    })
  })

  test('have links for everybody, without the texts, also of a closed studio', async () => {
    const own = await aStudio(server)
    const visitor = callAs(server.url, null)
    const links = `/public/legal-texts?slug=${own.studio.slug}`
    expect((await visitor.get(links)).body).toEqual({ kinds: [] })
    await own.admin.put(path(own), { imprint: 'One Street 1', privacy: 'We keep little.' })
    await own.admin.patch(`/studios/${own.studio.id}`, { is_active: false })
    expect((await visitor.get(links)).body).toEqual({ kinds: ['imprint', 'privacy'] })
    expectError(await visitor.get('/public/legal-texts?slug=nobody-here'), 'NOT_FOUND')
    expect((await visitor.get('/public/legal-texts')).status).toBe(200)
  })

  test('may be changed by an operator too', async () => {
    const operator = await aSuperAdmin(server)
    expect((await operator.put(path(), texts)).status).toBe(200)
    expect((await fixture.admin.get(path())).body).toEqual(texts)
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

  test('are limited in length, and terms are no text of a studio', async () => {
    expectError(await fixture.admin.put(path(), { ...texts, imprint: 'x'.repeat(50_001) }), 'VALIDATION_FAILED')
    expectError(await fixture.admin.put(path(), { ...texts, terms: 'x' }), 'VALIDATION_FAILED')
  })

  test('have a page each, even at a closed studio; without a text there is no page', async () => {
    const own = await aStudio(server)
    await own.admin.put(path(own), texts)
    await own.admin.patch(`/studios/${own.studio.id}`, { is_active: false })
    expect(await pageAt(`/s/${own.studio.slug}/imprint`)).toMatchObject({
      head: { title: `Imprint - ${own.studio.name}`, canonical: `${publicUrl}/s/${own.studio.slug}/imprint` },
      legal: {
        values: { has_imprint: true, has_privacy: false, legal_title: 'Imprint' },
        lists: { paragraph: [{ heading: 'North', text: 'One Street 1' }] },
      },
    })
    expect(await pageAt(`/s/${own.studio.slug}`)).toMatchObject({ legal: { values: { has_imprint: true } } })
    expect(await pageAt(`/s/${own.studio.slug}/privacy`)).toBe('not_found')
    expect(await pageAt('/s/nobody-here/imprint')).toBe('not_found')
  })
})

describe('the texts of the platform', () => {
  test('belong to operators, and are shown at once', async () => {
    const operator = await aSuperAdmin(server)
    const all = { imprint: '', privacy: 'Little.', terms: 'Be kind.\n\nAlways.' }
    expect(await operator.put('/legal-texts', all)).toMatchObject({ status: 200, body: all })
    expect((await operator.get('/legal-texts')).body).toEqual(all)
    const request = { id: 'test' }
    expect(await readPlatformLegalTexts(request, '/terms/')).toMatchObject({
      values: { has_imprint: false, has_privacy: true, has_terms: true, legal_title: 'Terms' },
      lists: { paragraph: [{ text: 'Be kind.' }, { text: 'Always.' }] },
      is_missing: false,
    })
    expect(await readPlatformLegalTexts(request, '/imprint')).toMatchObject({ is_missing: true })
    await operator.put('/legal-texts', { ...all, terms: '' })
    expect(await readPlatformLegalTexts(request, '/terms')).toMatchObject({ is_missing: true })
    expect(await readPlatformLegalTexts(request, '/')).toMatchObject({ is_missing: false, lists: { paragraph: [] } })
  })

  test('cannot be changed by studio admins', async () => {
    expectError(await fixture.admin.get('/legal-texts'), 'FORBIDDEN')
    expectError(await fixture.admin.put('/legal-texts', { ...texts, terms: '' }), 'FORBIDDEN')
    expectError(await callAs(server.url, null).get('/legal-texts'), 'UNAUTHENTICATED')
  })
})
