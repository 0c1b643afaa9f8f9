import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The mailbox that confirmed a change of address. */
export type Mailbox = 'current' | 'new'

/** Stores the requested new address and replaces an earlier request. */
export async function setNewEmail(tx: Tx, change: { user_id: string; new_email: string; now: Date }) {
  const at = change.now.toISOString()
  await tx
    .updateTable('auth.users')
    .set({ new_email: change.new_email, email_change_sent_at: at, email_change_agreed: null, updated_at: at })
    .where('id', '=', change.user_id)
    .execute()
}

/** Stores when the emails about the change were last sent. */
export async function setChangeSentAt(tx: Tx, user_id: string, now: Date) {
  await tx
    .updateTable('auth.users')
    .set({ email_change_sent_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}

/** Deletes a pending change, because the person who requested it may have lost access. */
export async function clearNewEmail(tx: Tx, user_id: string) {
  await tx
    .updateTable('auth.users')
    .set({ new_email: null, email_change_sent_at: null, email_change_agreed: null })
    .where('id', '=', user_id)
    .where('new_email', 'is not', null)
    .execute()
}

/** Stores which of the two mailboxes has confirmed the change. The other one must still confirm it. */
export async function setAgreedMailbox(tx: Tx, user_id: string, mailbox: Mailbox) {
  await tx.updateTable('auth.users').set({ email_change_agreed: mailbox }).where('id', '=', user_id).execute()
}

/** Whether an account has this address. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the account's new address in all columns that contain it. */
export async function applyNewEmail(tx: Tx, user_id: string, now: Date) {
  const at = now.toISOString()
  const newMetadata = sql<string>`user_metadata || jsonb_build_object('email', new_email, 'email_verified', true)`
  const user = await tx
    .updateTable('auth.users')
    .set((eb) => ({
      email: eb.ref('new_email').$notNull(),
      email_proven: true,
      email_confirmed_at: at,
      email_changed_at: at,
      user_metadata: newMetadata,
      new_email: null,
      email_change_sent_at: null,
      email_change_agreed: null,
      updated_at: at,
    }))
    .where('id', '=', user_id)
    .where('new_email', 'is not', null)
    .returning('email')
    .executeTakeFirstOrThrow()
  const identityData = sql<string>`identity_data || jsonb_build_object('email', ${user.email}::text, 'email_verified', true)`
  await tx
    .updateTable('auth.identities')
    .set({ email: user.email, identity_data: identityData, updated_at: at })
    .where('user_id', '=', user_id)
    .where('provider', '=', 'email')
    .execute()
}
