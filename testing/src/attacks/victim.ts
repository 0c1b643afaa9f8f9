import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { aBlock, aBooking } from '../bookings.ts'
import { asLogin } from '../database-rows.ts'
import type { ApiResponse } from '../http.ts'
import { aClient, aCrewMember, aPerson, aStudio, type StudioOfTest, type TestUser } from '../people.ts'

/** A studio with data in every table: every private text contains one of two canaries. */
export type Victim = StudioOfTest & {
  crew: TestUser
  /** The canary in texts and names of the studio's members. */
  ofStudio: string
  /** The canary in data of its client. */
  ofClient: string
  /** One id per table with rows of the studio. */
  ids: Record<string, string>
}

const requireId = (response: ApiResponse): { id: string } => {
  if (response.status >= 300) throw new Error(`filling the victim studio failed: ${response.status} ${response.text}`)
  return response.body
}

/** Fills a studio through the API. */
export async function aVictim(server: { url: string }): Promise<Victim> {
  const mark = Math.random().toString(36).slice(2, 10)
  const [ofStudio, ofClient] = [`studiocanary${mark}`, `clientcanary${mark}`]
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const crew = await aCrewMember(server, fixture)
  const client = await aClient(server, studio.id, ofClient)
  await client.patch('/me/profile', { phone: '+49 171 5550100' })
  const today = todayIn('UTC', new Date())
  const path = `/studios/${studio.id}`
  const booking = await aBooking(client, studio.id, today, { notes: ofClient })
  await aBooking(admin, studio.id, today, { booking_date: plusDays(today, 8), client_id: client.id, notes: ofClient })
  requireId(await admin.post(`${path}/bookings`, aBlock(today, { booking_date: plusDays(today, 9), notes: ofStudio })))
  requireId(await admin.post(`${path}/resources`, { kind: 'equipment', name: `Amp ${mark}` }))
  const project = requireId(
    await client.post('/projects', { title: ofClient, description: ofClient, project_type: 'music' }),
  )
  const card = requireId(
    await client.post('/cards', { project_id: project.id, title: ofClient, description: ofClient }),
  )
  requireId(await client.post(`/cards/${card.id}/comments`, { body: ofClient }))
  requireId(await admin.post('/tasks', { title: ofStudio, description: ofStudio, assigned_to: crew.id }))
  requireId(await admin.post(`${path}/checkins`, { client_id: client.id, notes: ofClient, booking_id: booking.id }))
  await admin.post(`${path}/invitations`, { email: `${ofStudio}@example.com`, role: 'staff' })
  requireId(await client.post(`${path}/clients/${client.id}/messages`, { body: ofClient }))
  await client.post('/calendar-feeds', { kind: 'own' })
  return { ...fixture, client, crew, ofStudio, ofClient, ids: await listVictimIds(studio.id, client.id) }
}

/**
 * One row of each table that references the studio, from the database catalog: new tables are included automatically.
 */
export function listVictimIds(studio_id: string, person_id: string): Promise<Record<string, string>> {
  return asLogin(async (tx) => {
    const { rows } = await sql<{ name: string }>`select a.table_name as name from information_schema.columns a
      join information_schema.columns b using (table_schema, table_name)
      where a.table_schema = 'public' and a.column_name = 'studio_id' and b.column_name = 'id' order by 1`.execute(tx)
    const ids: Record<string, string> = { studios: studio_id, profiles: person_id }
    for (const { name } of rows) {
      const result = await sql<{ id: string }>`select id::text from ${sql.table(name)} where studio_id = ${studio_id}
        limit 1`.execute(tx)
      if (result.rows[0]) ids[name] = result.rows[0].id
    }
    return ids
  })
}

/** All data of a studio as text, except memberships and notifications. */
export function stateOfStudio(studio_id: string): Promise<string> {
  const excludedTables = ['audit_log', 'audit_texts', 'user_roles', 'notices', 'mail_deliveries', 'booking_messages']
  return asLogin(async (tx) => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'studio_id' order by 1`.execute(tx)
    const state: string[] = []
    for (const { name } of rows.filter((row) => !excludedTables.includes(row.name))) {
      const result = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t
        where studio_id = ${studio_id} order by 1`.execute(tx)
      state.push(name, ...result.rows.map(({ text }) => text))
    }
    return state.join('\n')
  })
}

/** Users without any rights to the victim's data, by name. */
export async function createOutsiders(server: { url: string }) {
  const rival = await aStudio(server)
  const partner = await aPerson(server)
  const joined = await partner.post('/me/onboarding', { role: 'partner' })
  return {
    'admin of another studio': rival.admin,
    'crew of another studio': await aCrewMember(server, rival),
    'client of another studio': rival.client,
    ...(joined.status < 300 ? { partner } : {}),
    'no role': await aPerson(server),
  }
}
