import { randomUUID } from 'node:crypto'
import { createEmailIdentity, createProfile, createUser, getUserByEmail } from './features/auth/users/queries.ts'
import { insertAuditEntry } from './platform/audit.ts'
import { asAuth, asSystem } from './platform/db/door.ts'
import { hashPassword } from './platform/passwords.ts'

/**
 * Makes the person a super admin, with an account where they have none yet; an account that exists keeps its password.
 * @returns whether the account was new
 */
export async function createSuperAdmin(
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  const encrypted_password = await hashPassword(password)
  const id = randomUUID()
  const at = now.toISOString()
  const { user_id, created } = await asAuth(async (tx) => {
    const user = {
      id,
      email,
      encrypted_password,
      email_confirmed_at: at,
      confirmation_sent_at: null,
      user_metadata: {},
      now,
    }
    if (!(await createUser(tx, user))) return { user_id: (await getUserByEmail(tx, email))?.id ?? id, created: false }
    const identity_data = { sub: id, email, email_verified: false, phone_verified: false }
    await createEmailIdentity(tx, { id: randomUUID(), user_id: id, email, identity_data, now })
    await createProfile(tx, { id, full_name: null })
    return { user_id: id, created: true }
  })
  await asSystem(async (tx) => {
    await tx
      .insertInto('user_roles')
      .values({ user_id, role: 'super_admin', studio_id: null })
      .onConflict((conflict) =>
        conflict
          .constraint('user_role_unique')
          .doUpdateSet({ status: 'active', created_at: at, removed_at: null, removed_by: null }),
      )
      .execute()
    const object = { studio_id: null, object_type: 'user_role', object_id: user_id, actor_id: null, session_id: null }
    await insertAuditEntry(tx, { ...object, action: 'roles.create', after: { role: 'super_admin' } })
  })
  return created
}
