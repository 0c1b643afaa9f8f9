import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asLogin } from './database-rows.ts'
import { aPerson, type TestUser } from './people.ts'

type RecordFields = { name?: string; email?: string | null; phone?: string | null; user_id?: string | null }

/** Creates a client record of the studio, by default without an account. @returns its id */
export async function aClientRecord(studio_id: string, fields: RecordFields = {}): Promise<string> {
  const id = randomUUID()
  const { name = 'Wanda Walk-in', email = null, phone = null, user_id = null } = fields
  await asLogin((tx) =>
    sql`insert into client_records (studio_id, id, name, email, phone, user_id)
      values (${studio_id}, ${id}, ${name}, ${email}, ${phone}, ${user_id})`.execute(tx),
  )
  return id
}

/** A client whose record is older than their account, so that the two ids differ. */
export async function aClaimedClient(
  server: Parameters<typeof aPerson>[0],
  studio_id: string,
): Promise<TestUser & { client_id: string }> {
  const person = await aPerson(server, { full_name: 'Carla Claimed' })
  const client_id = await aClientRecord(studio_id, { name: 'Carla C.', email: person.email, user_id: person.id })
  const joined = await person.post('/me/onboarding', { role: 'client', studio_id })
  if (joined.status !== 201) throw new Error(`joining failed: ${JSON.stringify(joined.body)}`)
  return { ...person, client_id }
}
