import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aClient, aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authParts } from './auth-queries.ts'
import { featureParts } from './queries.ts'

let server: TestServer
let fixture: StudioOfTest
const today = todayIn('UTC', new Date())
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

/** Tables that refer to a person and are not exported, each with the reason. */
const excludedTables: Record<string, string> = {
  'auth.flow_states': 'a sign-in that is under way, for minutes',
  'auth.one_time_tokens': 'hashes of mailed links and codes, for an hour',
  'auth.known_places': 'a keyed hash that says nothing',
  'auth.factor_waits': 'two dates, which every page shows while they matter',
}

test('the export has everything about a user, even from former studios, and nothing about others', async () => {
  const client = await aClient(server, fixture.studio.id, 'Cleo Exported')
  await client.patch('/me/profile', { phone: '+49 30 1234' })
  const booking = await aBooking(client, fixture.studio.id, today, { notes: 'my notes' })
  const otherBooking = await aBooking(fixture.other, fixture.studio.id, today, {
    start_time: '14:00',
    end_time: '15:00',
    notes: 'not mine',
  })
  const secondStudio = await aStudio(server)
  await client.put('/me/studio', { studio_id: secondStudio.studio.id })

  const { status, body, text } = await client.get('/me/export')
  expect(status).toBe(200)
  expect(body).toMatchObject({ schema_version: 1, complete: true, exported_at: expect.any(String) })
  expect(body.data.account).toEqual([
    expect.objectContaining({ id: client.id, email: client.email, has_password: true }),
  ])
  expect(body.data.profile).toEqual([expect.objectContaining({ full_name: 'Cleo Exported', phone: '+49 30 1234' })])
  expect(body.data.roles.map((role: { studio_id: string }) => role.studio_id).sort()).toEqual(
    [fixture.studio.id, secondStudio.studio.id].sort(),
  )
  expect(body.data.bookings).toEqual([expect.objectContaining({ id: booking.id, notes: 'my notes', as_client: true })])
  expect(body.data.sessions).toHaveLength(1)
  for (const otherData of [otherBooking.id, 'not mine', fixture.other.id, fixture.admin.email, 'Otto Other'])
    expect(text).not.toContain(otherData)
  expect(text).not.toMatch(/refresh_key|"encrypted_password"|\$argon2|private_key|"secret"/)
})

test('a removed admin or crew member does not get data that the studio writes after their removal', async () => {
  const studio = await aStudio(server)
  const crew = await aCrewMember(server, studio)
  const booking = await aBooking(studio.admin, studio.studio.id, today, {
    client_id: studio.client.id,
    notes: 'before',
  })
  const newProject = { title: 'Before', project_type: 'music', client_id: studio.client.id }
  const project = (await studio.admin.post('/projects', newProject)).body
  const task = (await studio.admin.post('/tasks', { title: 'Before', assigned_to: crew.id })).body
  expect((await crew.get('/me/export')).body.data.tasks).toMatchObject([{ title: 'Before' }])
  expect((await studio.admin.get('/me/export')).body.data.bookings).toMatchObject([{ notes: 'before' }])
  await asLogin((tx) =>
    sql`update user_roles set status = 'inactive', removed_at = now() where studio_id = ${studio.studio.id}
      and role in ('studio_admin', 'staff')`.execute(tx),
  )
  await asLogin((tx) => sql`update bookings set notes = 'since then' where id = ${booking.id}`.execute(tx))
  await asLogin((tx) => sql`update projects set title = 'since then' where id = ${project.id}`.execute(tx))
  await asLogin((tx) => sql`update tasks set title = 'since then' where id = ${task.id}`.execute(tx))
  for (const person of [studio.admin, crew]) {
    const { body, text } = await person.get('/me/export')
    expect(text).not.toContain('since then')
    expect(body.data.tasks).toMatchObject([{ id: task.id, title: null }])
  }
  const { bookings, projects } = (await studio.admin.get('/me/export')).body.data
  expect(bookings).toMatchObject([{ id: booking.id, made_by_me: true, booking_date: null, notes: null }])
  expect(projects).toMatchObject([{ id: project.id, title: null }])
  expect((await studio.client.get('/me/export')).body.data.bookings).toMatchObject([{ notes: 'since then' }])
})

test("every table with a user's id is part of the export or has a reason not to be", async () => {
  const { rows } = await asLogin((tx) =>
    sql<{ name: string }>`
      select distinct case n.nspname when 'public' then c.relname else format('%I.%I', n.nspname, c.relname) end as name
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      where f.contype = 'f' and f.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)`.execute(tx),
  )
  const exportedTables = [...authParts, ...featureParts].flatMap(({ tables }) => tables)
  const missingTables = rows
    .map(({ name }) => name)
    .filter((name) => !exportedTables.includes(name) && !(name in excludedTables))
  expect(missingTables).toEqual([])
})
