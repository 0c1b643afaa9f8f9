import { randomUUID } from 'node:crypto'
import { removeAllAccess } from '../features/auth/ownership/queries.ts'
import {
  createEmailIdentity,
  createProfile,
  createUser,
  getUserByEmail,
  lockPasswordHash,
  proveEmail,
  replacePassword,
} from '../features/auth/users/queries.ts'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { asAuth, asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Account = { email: string; encrypted_password: string; now: Date }

/**
 * Makes a person a super admin with this password. The address counts as proven, because the operator of this machine
 * entered it. If the address already has an account, all passwords, providers and factors of the account are removed, because
 * a stranger may have signed up with the address first.
 * @returns whether the account is new
 */
export async function createSuperAdmin(
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  const account = { email, encrypted_password: await hashPassword(password), now }
  const at = now.toISOString()
  const { user_id, created } = await asAuth(
    async (tx) => (await createAccount(tx, account)) ?? takeOverAccount(tx, account),
  )
  await asSystem(async (tx) => {
    await tx
      .insertInto('user_roles')
      .values({ user_id, role: 'super_admin', studio_id: null })
      .onConflict((conflict) =>
        conflict
          .constraint('user_role_unique')
          .doUpdateSet({ status: 'active', activated_at: at, removed_at: null, removed_by: null }),
      )
      .execute()
    const object = { studio_id: null, object_type: 'user_role', object_id: user_id }
    await insertSystemAuditEntry(tx, { ...object, action: 'roles.create', after: { role: 'super_admin' } })
  })
  return created
}

async function createAccount(tx: Tx, { email, encrypted_password, now }: Account) {
  const id = randomUUID()
  const confirmed = { email_confirmed_at: now.toISOString(), confirmation_sent_at: null, user_metadata: {} }
  if (!(await createUser(tx, { id, email, encrypted_password, ...confirmed, now }))) return null
  const identity_data = { sub: id, email, email_verified: false, phone_verified: false }
  await createEmailIdentity(tx, { id: randomUUID(), user_id: id, email, identity_data, now })
  await createProfile(tx, { id, full_name: null })
  await proveEmail(tx, id, now)
  return { user_id: id, created: true }
}

async function takeOverAccount(tx: Tx, { email, encrypted_password, now }: Account) {
  const user = await getUserByEmail(tx, email)
  if (!user) throw new Error(`the account of ${email} was deleted a moment ago; please try again`)
  await lockPasswordHash(tx, user.id)
  await proveEmail(tx, user.id, now)
  await removeAllAccess(tx, user.id, now.toISOString())
  await replacePassword(tx, { user_id: user.id, old_hash: null, new_hash: encrypted_password, now })
  return { user_id: user.id, created: false }
}
