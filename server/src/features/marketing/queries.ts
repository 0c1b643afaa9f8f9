import type { ContactTopic, NewContactRequest } from '@studiohub/contract/features/marketing/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

type StoredSubmission = { id: string; user_id: string | null; created_at: string }

/** Returns no row, like the function below, because a visitor may insert a row but not read it. */
export async function insertContactRequest(
  tx: Tx,
  { company, ...request }: Omit<NewContactRequest, 'homepage'> & StoredSubmission,
) {
  await tx
    .insertInto('contact_requests')
    .values({ ...request, company: company ?? null })
    .execute()
}

/** @returns false if the address was already registered */
export async function insertWebinarRegistration(
  tx: Tx,
  registration: { webinar: string; email: string; starts_at: string } & StoredSubmission,
): Promise<boolean> {
  // The statement does not name the columns of the conflict, because that would require the right to read them.
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('webinar_registrations')
    .values(registration)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export function getContactRequest(tx: Tx, id: string) {
  return tx
    .selectFrom('contact_requests')
    .select(['id', 'name', 'email', 'company', 'topic', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function getWebinarRegistration(tx: Tx, id: string) {
  return tx
    .selectFrom('webinar_registrations')
    .select(['id', 'webinar', 'email', 'starts_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Lists all contact requests, newest first. */
export function listContactRequests(tx: Tx, page: Page) {
  return tx
    .selectFrom('contact_requests')
    .select(['id', 'name', 'email', 'company', 'topic', 'message', 'created_at'])
    .$narrowType<{ topic: ContactTopic }>()
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}
