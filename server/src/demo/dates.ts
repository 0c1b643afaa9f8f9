import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { sql } from 'kysely'
import { asAuth, asSystem } from '../platform/db/actor.ts'
import { demoAccounts as people } from './demo-accounts.ts'
import { CLIENT_DAYS } from './people.ts'

/** How many days ago each person signed up. The others signed up today, such as those whose request is open. */
const daysSinceSignUp = [
  [people.operator, 240],
  [people.nora, 165],
  [people.sam, 163],
  [people.cleo, CLIENT_DAYS],
  [people.ben, CLIENT_DAYS],
  [people.dana, 121],
  [people.max, 63],
  // The trials of Ember and Bloom begin with their studios (`plans.ts`).
  [people.ines, 17],
  [people.leo, 15],
  [people.hugo, 6],
  [people.mina, 5],
] as const

const daysSinceOpening = [
  ['northlight', 165],
  ['slate-pictures', 63],
  ['ember-podcasts', 17],
  ['bloom-house', 6],
] as const

/** Dates studios and people back, because the API creates them today. */
export async function setFirstDays() {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  for (const [slug, days] of daysSinceOpening)
    await asSystem((tx) =>
      tx
        .updateTable('studios')
        .set({ created_at: daysAgo(days) })
        .where('slug', '=', slug)
        .execute(),
    )
  for (const [{ email }, days] of daysSinceSignUp) await setSignUp(email, daysAgo(days))
}

/** Sets when a person signed up, got their role and became a client. */
async function setSignUp(email: string, created_at: string) {
  const { rows } = await asAuth((tx) =>
    sql<{ id: string }>`
      update auth.users set created_at = ${created_at}::timestamptz where email = ${email} returning id`.execute(tx),
  )
  const user_ids = rows.map(({ id }) => id)
  await asSystem(async (tx) => {
    await tx.updateTable('user_roles').set({ created_at }).where('user_id', 'in', user_ids).execute()
    await tx.updateTable('client_records').set({ created_at }).where('user_id', 'in', user_ids).execute()
  })
}
