import { createPublicKey, createSecretKey, randomUUID } from 'node:crypto'
import { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { reservedSlugs } from '@studiohub/contract/shared/slug-pattern.ts'
import { asLogin, expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { fillPath, operations } from '@studiohub/testing/operations.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingKey } from './platform/auth/signing-keys.ts'

let server: TestServer
let fixture: StudioOfTest

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server, { name: 'Alpha' })
})
afterAll(() => server.stop())

const visitor = () => callAs(server.url, null)
/** Expects that a call changes nothing, and that the audit log has its denial if `denied`. @returns the response */
const expectDenied = (call: () => Promise<ApiResponse>, isDenied = true) => expectNoDatabaseChange(call, isDenied)

describe('a visitor', () => {
  // The operations that visitors may call.
  const publicOperations = [
    'studios.listPublic',
    'studios.resolve',
    'legalTexts.listPublic',
    'availability.getPublic',
    'availability.getPublicCancellation',
    'availability.listPublicTimes',
    'availability.listPublicServices',
    'bookings.quote',
    'bookings.createVisitorHold',
    'bookings.getVisitorHold',
    'invoices.getPublic',
    'invoices.getPublicPdf',
    'terms.getPublic',
    'terms.acceptPublic',
    'payments.getPaymentOfLink',
    'payments.checkPaymentOfLink',
    'payments.payInvoiceByLink',
    'invitations.get',
    'marketing.createContactRequest',
    'marketing.createWebinarRegistration',
  ]

  test('a visitor must sign in for every operation that is not public, before the input is checked', async () => {
    expect(operations.length).toBeGreaterThan(20)
    const protectedOperations = operations.filter(({ name }) => !publicOperations.includes(name))
    await expectNoDatabaseChange(async () => {
      let response = await visitor().get('/me')
      for (const operation of protectedOperations) {
        for (const id of [fixture.studio.id, 'no-id']) {
          const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {}
          response = await visitor().request(operation.method, `/api/v1${fillPath(operation, id)}`, body)
          expect({ operation: operation.name, status: response.status }).toEqual({
            operation: operation.name,
            status: 401,
          })
          expectError(response, 'UNAUTHENTICATED')
        }
      }
      return response
    }, false)
  })

  test('a visitor sees only the public profile of a studio', async () => {
    const profile = await visitor().get(`/public/studios/resolve?slug=${fixture.studio.slug}`)
    expect(profile.status).toBe(200)
    expect(Object.keys(profile.body).sort()).toEqual(Object.keys(PublicStudio.shape).sort())
    const list = await visitor().get('/public/studios')
    const listedStudio = list.body.items.find((studio: { id: string }) => studio.id === fixture.studio.id)
    expect(Object.keys(listedStudio).sort()).toEqual(['id', 'name', 'slug', 'type'])
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { contact_email: 'secret-desk@example.com' })
    const profileAfterChange = await visitor().get(`/public/studios/resolve?slug=${fixture.studio.slug}`)
    expect(profileAfterChange.text).not.toContain('secret-desk')
  })
})

describe('a role that a person gives themselves', () => {
  test.each(['super_admin', 'staff'])('%s cannot be chosen in onboarding', async (role) => {
    const newcomer = await aPerson(server)
    const input = { role, studio_id: fixture.studio.id, status: 'active' }
    expectError(await expectDenied(() => newcomer.post('/me/onboarding', input)), 'ROLE_NOT_SELF_ASSIGNABLE')
    expectError(await newcomer.post('/me/onboarding', { role }), 'ROLE_NOT_SELF_ASSIGNABLE')
    expect((await newcomer.get('/me')).body.role).toBeNull()
  })

  test.each(['super_admin', 'studio_admin', 'partner'])('%s cannot be requested', async (role) => {
    const newcomer = await aPerson(server)
    const sendRequest = () => newcomer.post('/me/role-request', { role, studio_id: fixture.studio.id })
    expectError(await expectDenied(sendRequest), 'ROLE_NOT_SELF_ASSIGNABLE')
  })

  test('the positive control: the roles client and partner can be chosen, and crew can be requested', async () => {
    const [client, partner, crew] = await Promise.all([aPerson(server), aPerson(server), aPerson(server)])
    expect((await client.post('/me/onboarding', { role: 'client', studio_id: fixture.studio.id })).status).toBe(201)
    expect((await partner.post('/me/onboarding', { role: 'partner' })).status).toBe(201)
    const request = await crew.post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id })
    expect(request.status).toBe(201)
    expect((await crew.get('/me')).body).toMatchObject({ role: null, pending_role: { role: 'staff' } })
  })
})

describe('a founder', () => {
  const founding = { role: 'studio_admin', studio_name: 'Rival', studio_type: 'photo', tier: 'trial' }

  test.each<[string, object]>([
    ['a studio', { studio_id: randomUUID() }],
    ['a status', { status: 'active' }],
    ['another person', { user_id: randomUUID() }],
    ['a slug', { slug: 'auth' }],
    ['a period', { current_period_end: '2099-01-01' }],
  ])('a founder cannot send %s, because unknown fields are rejected', async (_what, extra) => {
    const newcomer = await aPerson(server)
    const response = await expectDenied(() => newcomer.post('/me/onboarding', { ...founding, ...extra }), false)
    expectError(response, 'VALIDATION_FAILED')
  })

  test('a founder becomes the admin of their new studio, never of an existing one', async () => {
    const newcomer = await aPerson(server)
    const response = await newcomer.post('/me/onboarding', founding)
    expect(response.status).toBe(201)
    expect(response.body.studio_id).not.toBe(fixture.studio.id)
    expectError(
      await expectDenied(() => newcomer.patch(`/studios/${fixture.studio.id}`, { name: 'Mine now' })),
      'FORBIDDEN',
    )
  })

  test('a founder cannot choose a plan that needs an agreement', async () => {
    const newcomer = await aPerson(server)
    const input = { ...founding, tier: 'enterprise' }
    expectError(await expectDenied(() => newcomer.post('/me/onboarding', input), false), 'PLAN_NOT_SELECTABLE')
  })
})

describe('joining a studio as a client', () => {
  test('a person cannot become a client of a studio that is closed or unknown', async () => {
    const closedStudio = await aStudio(server)
    await closedStudio.admin.patch(`/studios/${closedStudio.studio.id}`, { is_active: false })
    const newcomer = await aPerson(server)
    for (const studio_id of [closedStudio.studio.id, randomUUID()]) {
      const join = () => newcomer.post('/me/onboarding', { role: 'client', studio_id })
      expectError(await expectDenied(join, false), 'STUDIO_NOT_AVAILABLE')
      const sendRequest = () => newcomer.post('/me/role-request', { role: 'client', studio_id })
      expectError(await expectDenied(sendRequest, false), 'STUDIO_NOT_AVAILABLE')
    }
  })

  test('a person cannot become a client without a studio', async () => {
    const newcomer = await aPerson(server)
    for (const studio_id of [null, '', undefined, 'x']) {
      const response = await expectDenied(() => newcomer.post('/me/onboarding', { role: 'client', studio_id }), false)
      expectError(response, 'VALIDATION_FAILED')
      expect(response.body.fields).toHaveProperty('studio_id')
    }
  })
})

describe('the role from onboarding', () => {
  const onboardingInputs = () => [
    { role: 'client', studio_id: fixture.studio.id },
    { role: 'partner' },
    { role: 'studio_admin', studio_name: 'Twice', studio_type: 'photo', tier: 'trial' },
  ]

  test('onboarding is denied to a person with a role', async () => {
    for (const holder of [
      fixture.client,
      fixture.admin,
      await aCrewMember(server, fixture),
      await aSuperAdmin(server),
    ]) {
      for (const input of onboardingInputs()) {
        expectError(await expectDenied(() => holder.post('/me/onboarding', input), false), 'ROLE_EXISTS')
      }
    }
  })

  test('twenty concurrent calls of onboarding give one role', async () => {
    const newcomer = await aPerson(server)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => newcomer.post('/me/onboarding', onboardingInputs()[index % 3])),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201)) expectError(response, 'ROLE_EXISTS')
    const rows = await asLogin((tx) =>
      tx.selectFrom('user_roles').select('id').where('user_id', '=', newcomer.id).execute(),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the access of a removed person, from the next call on, even with a new token', () => {
  const studioPaths = () => ['', '/clients', '/bookings?from=2030-01-01&to=2030-01-31', '/resources', '/services']
  const pathsOf = ({ studio }: StudioOfTest) => studioPaths().map((path) => `/studios/${studio.id}${path}`)

  test('removed crew has no active role', async () => {
    const crew = await aCrewMember(server, fixture)
    for (const path of pathsOf(fixture)) expect((await crew.get(path)).status).toBe(200)
    await asLogin((tx) => {
      const removal = {
        status: 'inactive' as const,
        removed_at: new Date().toISOString(),
        removed_by: fixture.admin.id,
      }
      return tx.updateTable('user_roles').set(removal).where('user_id', '=', crew.id).execute()
    })
    for (const path of pathsOf(fixture)) expectError(await expectDenied(() => crew.get(path)), 'NO_ACTIVE_ROLE')
  })

  test('a removed client has no active role, and can only request to return', async () => {
    const client = await aClient(server, fixture.studio.id)
    const clients = await fixture.admin.get(`/studios/${fixture.studio.id}/clients?limit=100`)
    const row = clients.body.items.find((item: { user_id: string }) => item.user_id === client.id)
    expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${row.role_id}`)).status).toBe(200)
    expectError(await expectDenied(() => client.get(`/studios/${fixture.studio.id}`)), 'NO_ACTIVE_ROLE')
    const join = () => client.post('/me/onboarding', { role: 'client', studio_id: fixture.studio.id })
    expectError(await expectDenied(() => client.put('/me/studio', { studio_id: fixture.studio.id })), 'NO_ACTIVE_ROLE')
    // Joining creates a request. A former error message said that the studio accepts no new members.
    expect(await join()).toMatchObject({ status: 201, body: { role: 'client', status: 'pending' } })
    expectError(await expectDenied(() => client.get(`/studios/${fixture.studio.id}`)), 'NO_ACTIVE_ROLE')
    expectError(await expectDenied(join, false), 'REQUEST_EXISTS')
    const request = (await client.get('/me/role-request')).body
    expect((await fixture.admin.post(`/role-requests/${request.id}/approve`)).status).toBe(200)
    expect((await client.get(`/studios/${fixture.studio.id}`)).status).toBe(200)
  })

  test('banned crew has no session', async () => {
    const crew = await aCrewMember(server, fixture)
    expect((await crew.get('/me')).status).toBe(200)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await asLogin((tx) => tx.updateTable('auth.users').set({ banned_until: until }).where('id', '=', crew.id).execute())
    for (const path of ['/me', ...pathsOf(fixture)]) {
      expectError(await expectDenied(() => crew.get(path), false), 'UNAUTHENTICATED')
    }
  })

  test('a signed-out person has no session', async () => {
    const client = await aClient(server, fixture.studio.id)
    expect((await client.request('POST', '/auth/v1/logout?scope=global')).status).toBe(204)
    expectError(await expectDenied(() => client.get('/me'), false), 'UNAUTHENTICATED')
  })
})

describe('a client', () => {
  test('a client cannot switch to a studio that is closed, unknown, or that removed them, and their studio does not change', async () => {
    const [closedStudio, formerStudio] = [await aStudio(server), await aStudio(server)]
    await closedStudio.admin.patch(`/studios/${closedStudio.studio.id}`, { is_active: false })
    const client = await aClient(server, formerStudio.studio.id)
    expect((await client.put('/me/studio', { studio_id: fixture.studio.id })).status).toBe(200)
    const { body } = await formerStudio.admin.get(`/studios/${formerStudio.studio.id}/clients?limit=100`)
    const row = body.items.find((item: { user_id: string }) => item.user_id === client.id)
    await formerStudio.admin.delete(`/studios/${formerStudio.studio.id}/clients/${row.role_id}`)
    for (const studio_id of [closedStudio.studio.id, randomUUID(), formerStudio.studio.id]) {
      expectError(await expectDenied(() => client.put('/me/studio', { studio_id })), 'NOT_FOUND')
      expect((await client.get('/me')).body).toMatchObject({ role: 'client', studio: { id: fixture.studio.id } })
    }
  })

  test('a client has one active role after concurrent switches', async () => {
    const otherStudio = await aStudio(server)
    const client = await aClient(server, fixture.studio.id)
    const targets = Array.from({ length: 8 }, (_, index) => (index % 2 ? fixture : otherStudio).studio.id)
    const responses = await Promise.all(targets.map((studio_id) => client.put('/me/studio', { studio_id })))
    expect(responses.map(({ status }) => status)).toEqual(targets.map(() => 200))
    const rows = await asLogin((tx) =>
      tx.selectFrom('user_roles').select('status').where('user_id', '=', client.id).orderBy('status').execute(),
    )
    expect(rows.map(({ status }) => status)).toEqual(['active', 'inactive'])
  })
})

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1000)
  let holder: TestUser
  let claims: Record<string, unknown>
  beforeAll(async () => {
    holder = fixture.client
    claims = JSON.parse(Buffer.from(holder.token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  })

  /** Signs a token with the server's key, so that only the changed claim is wrong. */
  async function signToken(changes: Record<string, unknown>, header: Record<string, unknown> = {}) {
    const { kid, key } = await signingKey(new Date())
    return new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header })
      .sign(key)
  }
  const readPublicKey = async () => {
    const { body } = await visitor().request('GET', '/auth/v1/.well-known/jwks.json')
    return body.keys[0]
  }

  const forgeries: Record<string, () => Promise<string>> = {
    'with alg none': async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'with alg none and a known kid': async () => {
      const { kid } = await readPublicKey()
      return `${encode({ alg: 'none', typ: 'JWT', kid })}.${encode(claims)}.`
    },
    'with HS256 over the public key as PEM': async () => {
      const jwk = await readPublicKey()
      const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
      const secret = createSecretKey(Buffer.from(pem))
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: jwk.kid, typ: 'JWT' }).sign(secret)
    },
    'with HS256 over the public key as JSON': async () => {
      const jwk = await readPublicKey()
      const secret = createSecretKey(Buffer.from(JSON.stringify(jwk)))
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: jwk.kid, typ: 'JWT' }).sign(secret)
    },
    'signed with a key it brings along': async () => {
      const { generateKeyPair, exportJWK } = await import('jose')
      const pair = await generateKeyPair('ES256', { extractable: true })
      const jwk = await exportJWK(pair.publicKey)
      const { kid } = await readPublicKey()
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, jwk, typ: 'JWT' }).sign(pair.privateKey)
    },
    'with a service_role claim': () => signToken({ role: 'service_role' }),
    'for another audience': () => signToken({ aud: 'elsewhere' }),
    'from another issuer': () => signToken({ iss: 'https://elsewhere.example/auth/v1' }),
    'with a path as kid': () => signToken({}, { kid: '../../../../dev/null' }),
    'with an address as kid': () =>
      signToken({}, { kid: 'https://elsewhere.example/key', jku: 'https://elsewhere.example/k' }),
    'with an injection as kid': () => signToken({}, { kid: "' union select 'x" }),
    'without a kid': () => signToken({}, { kid: undefined }),
    'that has expired': () => signToken({ iat: now() - 7200, exp: now() - 60 }),
    'that never expires': () => signToken({ exp: undefined }),
    'that begins later': () => signToken({ nbf: now() + 3600 }),
    'without a session': () => signToken({ session_id: undefined }),
    'whose session is no id': () => signToken({ session_id: "' or true --" }),
    'changed after it was signed': async () => {
      const [header, , signature] = holder.token.split('.')
      return `${header}.${encode({ ...claims, sub: fixture.admin.id })}.${signature}`
    },
    'without its signature': async () => holder.token.split('.').slice(0, 2).join('.'),
    'that is no token': async () => 'null',
  }

  test.each(Object.keys(forgeries))('a token %s gives no access', async (kind) => {
    const token = (await forgeries[kind]?.()) ?? ''
    const response = await expectDenied(() => callAs(server.url, token).get('/me'), false)
    expectError(response, 'BAD_JWT')
    expect(response.text).not.toMatch(/jose|ERR_|signature|issuer/i)
  })

  test('a token with a correct signature works, so the forgeries fail only because of their change', async () => {
    expect((await callAs(server.url, await signToken({})).get('/me')).status).toBe(200)
    const jwk = await importJWK(await readPublicKey(), 'ES256')
    expect(await exportSPKI(jwk as never)).toContain('PUBLIC KEY')
  })

  test.each(['Basic Zm9vOmJhcg==', 'Bearer', 'Bearer a b', 'Token x', ''])(
    'a request with the header %j is rejected',
    async (authorization) => {
      const response = await expectDenied(() => visitor().get('/me', { headers: { authorization } }), false)
      expectError(response, 'BAD_JWT')
    },
  )

  test('a token of an unknown session counts as no token', async () => {
    const token = await signToken({ session_id: randomUUID() })
    expectError(await expectDenied(() => callAs(server.url, token).get('/me'), false), 'UNAUTHENTICATED')
  })
})

describe('the slug of a studio', () => {
  const newStudio = (slug: string) => ({ name: 'Reserved', slug, type: 'photo' })
  let operator: TestUser
  beforeAll(async () => {
    operator = await aSuperAdmin(server)
  })

  const toFullWidth = (slug: string) =>
    slug.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))

  test('the slug of a studio is never a reserved one, in any case, width or spacing', async () => {
    await expectNoDatabaseChange(async () => {
      let response = await operator.get('/me')
      for (const slug of reservedSlugs) {
        const spellings = [
          slug,
          slug.toUpperCase(),
          ` ${slug} `,
          slug.replaceAll('-', ' '),
          toFullWidth(slug),
          `\u00a0${slug}`,
        ]
        for (const spelling of new Set(spellings)) {
          response = await operator.post('/studios', newStudio(spelling))
          expect({ spelling, status: response.status, code: response.body.code }).toEqual({
            spelling,
            status: 422,
            code: 'SLUG_RESERVED',
          })
        }
      }
      return response
    }, false)
  })

  test.each([
    'studio.acme.com',
    'acme.com',
    'a.b',
    '-abc',
    'abc-',
    'ab',
    'a'.repeat(61),
    'ауth',
    'st\u200budio',
    'a/b',
    'a%2fb',
    '',
  ])(
    'the slug of a studio is never %j: it has only letters, digits and hyphens, so it cannot equal a domain',
    async (slug) => {
      expectError(await expectDenied(() => operator.post('/studios', newStudio(slug)), false), 'VALIDATION_FAILED')
      const change = () => operator.patch(`/studios/${fixture.studio.id}`, { slug })
      expectError(await expectDenied(change, false), 'VALIDATION_FAILED')
    },
  )

  test('the slug of a studio cannot be changed to a reserved one, or to one that another studio has or had', async () => {
    const change = (slug: string) => () => operator.patch(`/studios/${fixture.studio.id}`, { slug })
    expectError(await expectDenied(change('Super Admin'), false), 'SLUG_RESERVED')
    const other = await aStudio(server)
    const former = other.studio.slug
    expectError(await expectDenied(change(former), false), 'SLUG_TAKEN')
    expect((await operator.patch(`/studios/${other.studio.id}`, { slug: `moved-${former.slice(-6)}` })).status).toBe(
      200,
    )
    const response = await expectDenied(change(former), false)
    expectError(response, 'SLUG_TAKEN')
    expect(response.text).not.toMatch(/Key \(|constraint|duplicate/)
    const resolved = await visitor().get(`/public/studios/resolve?slug=${former}`)
    expect(resolved.body).toMatchObject({ id: other.studio.id, slug: `moved-${former.slice(-6)}` })
  })

  test('a slug that is made from a name is never reserved', async () => {
    for (const studio_name of ['Auth', 'Super Admin', '!!!', '日本']) {
      const founder = await aPerson(server)
      const response = await founder.post('/me/onboarding', {
        role: 'studio_admin',
        studio_name,
        studio_type: 'photo',
        tier: 'trial',
      })
      expect(response.body.studio_slug).toMatch(/^[a-z0-9-]+-[a-z0-9]{6}$/)
      expect(reservedSlugs).not.toContain(response.body.studio_slug)
    }
  })

  test("a studio's admin cannot change its slug", async () => {
    const change = () => fixture.admin.patch(`/studios/${fixture.studio.id}`, { slug: 'my-own-choice' })
    expectError(await expectDenied(change), 'FIELD_NOT_ALLOWED')
  })
})

// The denied calls of one person hid all other denials of the same minute.
describe('the limit of denied calls in the audit log', () => {
  test('the limit of denied calls is per person, so many calls of one person do not hide those of others', async () => {
    const denials = async (person: TestUser) => {
      const { rows } = await asLogin((tx) =>
        sql`select 1 from audit_log where outcome = 'denied' and actor_id = ${person.id}`.execute(tx),
      )
      return rows.length
    }
    const [noisyClient, quietClient] = await Promise.all([
      aClient(server, fixture.studio.id),
      aClient(server, fixture.studio.id),
    ])
    const probe = (person: TestUser) => person.get(`/studios/${fixture.studio.id}/clients`)
    for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 20 }, () => probe(noisyClient)))
    await expectDenied(() => probe(quietClient))
    expect(await denials(quietClient)).toBe(1)
    expect(await denials(noisyClient)).toBeGreaterThanOrEqual(60)
    // The calls may cross the start of a minute, so they count in at most two minutes.
    expect(await denials(noisyClient)).toBeLessThanOrEqual(120)
  })
})

describe('an unknown host', () => {
  const unknownHosts = [
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::ffff:1]',
    '.',
  ]

  test.each(unknownHosts)('the unknown host %j gets no content', async (host) => {
    for (const path of ['/api/v1/public/studios', '/', '/brand/x.css', '/auth/v1/settings']) {
      const response = await requestAs(server.url, { path, headers: { host } })
      expect({ path, status: response.status }).toEqual({ path, status: 421 })
      const { code, error_code } = JSON.parse(response.text)
      expect(error_code ?? code).toMatch(/^unknown_host$/i)
    }
  })

  test('the host of a studio gets content only after its verification', async () => {
    const host = 'studio.abuse.example'
    const callHost = () => requestAs(server.url, { path: '/api/v1/public/studios', headers: { host } })
    await asLogin((tx) =>
      tx.updateTable('studios').set({ custom_domain: host }).where('id', '=', fixture.studio.id).execute(),
    )
    expect((await callHost()).status).toBe(421)
    const verified = { custom_domain: 'proven.abuse.example', domain_verified_at: new Date().toISOString() }
    await asLogin((tx) => tx.updateTable('studios').set(verified).where('id', '=', fixture.studio.id).execute())
    const response = await requestAs(server.url, {
      path: '/api/v1/public/studios',
      headers: { host: 'proven.abuse.example' },
    })
    expect(response.status).toBe(200)
  })

  test('a host that an untrusted proxy forwards is ignored', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const response = await requestAs(server.url, { path: '/api/v1/public/studios', headers })
    expect(response.status).toBe(200)
    expect(response.text).not.toContain('evil.example')
  })

  test('an unknown host never appears in a recovery email, because its link comes from the configuration', async () => {
    const body = JSON.stringify({ email: fixture.other.email })
    const headers = { 'content-type': 'application/json' }
    const input = { method: 'POST', path: '/auth/v1/recover', body }
    expect((await requestAs(server.url, { ...input, headers: { ...headers, host: 'evil.example' } })).status).toBe(421)
    const forwardedHeaders = {
      ...headers,
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    const response = await requestAs(server.url, {
      ...input,
      path: '/auth/v1/recover?redirect_to=https%3A%2F%2Fevil.example%2F',
      headers: forwardedHeaders,
    })
    expect(response.status).toBe(200)
    const mail = await nextMail(server, fixture.other.email, 'Reset your password')
    expect(mail.link.startsWith(`${server.url}/`)).toBe(true)
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
  })
})

describe('the emails of the product', () => {
  const emailInput = {
    type: 'staff-invitation',
    to: { email: 'victim@example.com', name: 'Victim' },
    data: { studioName: 'Evil', signupUrl: 'https://evil.example/', inviterName: 'Evil' },
  }

  test('no caller can request an email with their own content', async () => {
    const callers = [visitor(), fixture.client, fixture.admin, await aSuperAdmin(server)]
    for (const caller of callers) {
      for (const path of ['/send-emails', '/emails', '/emails/send']) {
        const { status } = await expectNoDatabaseChange(() => caller.post(path, emailInput), false)
        expect({ path, status }).toEqual({ path, status: 404 })
      }
    }
    const input = { method: 'POST', path: '/functions/v1/send-emails', body: JSON.stringify(emailInput) }
    const response = await requestAs(server.url, { ...input, headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(404)
  })

  test('emails contain only data of the database, and nothing from the request', async () => {
    const input = { email: `invited-${randomUUID()}@example.com`, full_name: 'Ida' }
    const path = `/studios/${fixture.studio.id}/invitations`
    expectError(
      await expectDenied(() => fixture.admin.post(path, { ...input, ...emailInput }), false),
      'VALIDATION_FAILED',
    )
    expect((await fixture.admin.post(path, input)).status).toBe(201)
    const { text } = await nextMail(server, input.email, 'Alpha')
    const addresses = text.match(/https?:\/\/[^\s/]+/g)
    expect(new Set(addresses)).toEqual(new Set([server.url]))
  })
})
