import type { PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const columns = [
  'id',
  'companyName',
  'contactName',
  'email',
  'phone',
  'partnershipType',
  'message',
  'created_at',
] as const

type NewApplication = Omit<PartnershipApplication, 'homepage'> & {
  id: string
  user_id: string | null
  created_at: string
}

/** Returns no row, because a visitor may insert an application but not read it. */
export async function insertApplication(tx: Tx, application: NewApplication) {
  await tx.insertInto('partnership_applications').values(application).execute()
}

export function getApplication(tx: Tx, id: string) {
  return tx.selectFrom('partnership_applications').select(columns).where('id', '=', id).executeTakeFirst()
}

/** A person's newest application. */
export function getApplicationOf(tx: Tx, user_id: string) {
  return tx
    .selectFrom('partnership_applications')
    .select(columns)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Lists all applications, newest first. */
export function listApplications(tx: Tx, page: Page) {
  return tx
    .selectFrom('partnership_applications')
    .select(columns)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}
