import { randomUUID } from 'node:crypto'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { createSuperAdmin } from '@studiohub/server/commands/super-admin.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { proveAddress as proveAddressByEmail } from './accounts.ts'
import { asLogin } from './database-rows.ts'
import { type ApiResponse, callAs, retryUntilAnswered, type TestClient } from './http.ts'

export type TestUser = TestClient & { id: string; email: string; password: string; token: string; full_name: string }

type TestServerAccess = {
  url: string
  inThisProcess?: boolean
  outbox?: string
  /** The database URL, if the server runs in another process and sends no emails. */
  database?: string
}

/** Password of all test users. */
export const TEST_PASSWORD = 'correct horse battery'

/** A new user without a role. */
export async function aPerson(
  server: TestServerAccess,
  options: { full_name?: string; email?: string } = {},
): Promise<TestUser> {
  const full_name = options.full_name ?? 'Robin Example'
  const email = options.email ?? `${randomUUID()}@example.com`
  const response = await callAs(server.url, null).request('POST', '/auth/v1/signup', {
    email,
    password: TEST_PASSWORD,
    data: { full_name },
  })
  return toTestUser(server, { response, email, full_name })
}

/** The same user on another device, with their own sign-in session. */
export async function signIn(server: TestServerAccess, { email, password, full_name }: TestUser): Promise<TestUser> {
  const response = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', {
    email,
    password,
  })
  return toTestUser(server, { response, email, full_name })
}

/** Marks a user's address as confirmed, as if they had opened the email. */
export async function proveAddress<P extends { id: string }>(person: P): Promise<P> {
  await asLogin((tx) => sql`update auth.users set email_proven = true where id = ${person.id}`.execute(tx))
  return person
}

async function proveAddressInDatabase(connectionString: string, { id }: TestUser) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('update auth.users set email_proven = true where id = $1', [id])
  await client.end()
}

/** An operator, created like by `npm run admin`. */
export async function aSuperAdmin(server: TestServerAccess): Promise<TestUser> {
  const email = `${randomUUID()}@example.com`
  await createSuperAdmin({ email, password: TEST_PASSWORD }, new Date())
  const body = { email, password: TEST_PASSWORD }
  const response = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', body)
  return toTestUser(server, { response, email, full_name: '' })
}

function toTestUser(
  server: TestServerAccess,
  { response, email, full_name }: { response: ApiResponse; email: string; full_name: string },
): TestUser {
  if (response.status !== 200) throw new Error(`signing in failed: ${response.status} ${JSON.stringify(response.body)}`)
  const token: string = response.body.access_token
  return { ...callAs(server.url, token), id: response.body.user.id, email, full_name, password: TEST_PASSWORD, token }
}

export type StudioOfTest = { studio: Studio; admin: TestUser; client: TestUser; other: TestUser }

const highLimits = { open_requests_max: 1_000, hours_ahead_max: 10_000 }

/** Like `raiseLimits`, but over the API, for a server in another process. */
export async function allowManyRequests({ admin, studio }: Pick<StudioOfTest, 'admin' | 'studio'>) {
  const path = `/studios/${studio.id}/opening-hours`
  const { body } = await admin.get(path)
  const response = await admin.put(path, { ...body, ...highLimits })
  if (response.status !== 200) throw new Error(`raising the limits failed: ${JSON.stringify(response.body)}`)
}

/** Raises the limits, so that a test can send many requests for a client. */
const raiseLimits = (studio_id: string) =>
  asSystem((tx) => tx.updateTable('studios').set(highLimits).where('id', '=', studio_id).execute())

/**
 * A studio created through onboarding, with its admin and two clients.
 * @param options.limits `as new` keeps the default limits for requests and hours of clients. A server in another process
 * always has them.
 */
export async function aStudio(
  server: TestServerAccess,
  options: { name?: string; type?: string; tier?: string; timezone?: string; limits?: 'as new' } = {},
): Promise<StudioOfTest> {
  const admin = await aPerson(server, { full_name: 'Ada Owner' })
  const studioInput = {
    role: 'studio_admin',
    studio_name: options.name ?? `Studio ${randomUUID().slice(0, 8)}`,
    studio_type: options.type ?? 'recording',
    tier: options.tier ?? 'pro',
    timezone: options.timezone ?? 'UTC',
    currency: 'USD',
  }
  const creation = await retryUntilAnswered(() => admin.post('/me/onboarding', studioInput))
  if (creation.status !== 201) throw new Error(`founding failed: ${JSON.stringify(creation.body)}`)
  if (server.inThisProcess && options.limits !== 'as new') await raiseLimits(creation.body.studio_id)
  const studio: Studio = (await admin.get(`/studios/${creation.body.studio_id}`)).body
  const client = await aClient(server, studio.id, 'Cleo Client')
  const other = await aClient(server, studio.id, 'Otto Other')
  return { studio, admin, client, other }
}

/** A client who joined the studio. */
export async function aClient(
  server: TestServerAccess,
  studio_id: string,
  full_name = 'Cleo Client',
): Promise<TestUser> {
  const client = await aPerson(server, { full_name })
  const joined = await client.post('/me/onboarding', { role: 'client', studio_id })
  if (joined.status !== 201) throw new Error(`joining failed: ${JSON.stringify(joined.body)}`)
  return client
}

/** A crew member: confirmed their address, requested to join, and was approved. */
export async function aCrewMember(server: TestServerAccess, { studio, admin }: Pick<StudioOfTest, 'studio' | 'admin'>) {
  const crew = await aPerson(server, { full_name: 'Sam Crew' })
  if (server.inThisProcess) await proveAddress(crew)
  else if (server.database) await proveAddressInDatabase(server.database, crew)
  else await proveAddressByEmail({ outbox: '', ...server }, crew)
  const request = await crew.post('/me/role-request', { studio_id: studio.id, role: 'staff' })
  const approved = await admin.post(`/role-requests/${request.body.id}/approve`)
  if (approved.status !== 200) throw new Error(`approving failed: ${JSON.stringify(approved.body)}`)
  return crew
}

/** The row of a member of the crew on the studio's list. */
export async function findCrewMember(
  { admin, studio }: Pick<StudioOfTest, 'studio' | 'admin'>,
  { id }: { id: string },
) {
  const { body } = await admin.get(`/studios/${studio.id}/crew`)
  const member = body.items.find(({ user_id }: { user_id: string }) => user_id === id)
  if (!member) throw new Error('this person is not in the crew')
  return member as { role_id: string; at_desk: boolean }
}

/** A crew member who works at the desk. */
export async function aDeskPerson(server: TestServerAccess, fixture: Pick<StudioOfTest, 'studio' | 'admin'>) {
  const person = await aCrewMember(server, fixture)
  const { role_id } = await findCrewMember(fixture, person)
  const response = await fixture.admin.patch(`/studios/${fixture.studio.id}/crew/${role_id}`, { at_desk: true })
  if (response.status !== 200) throw new Error(`giving the desk failed: ${JSON.stringify(response.body)}`)
  return person
}
