import type { Tx } from '#platform/db/transaction.ts'

export type AvatarSource = 'provider' | 'upload' | 'none'

/** Sets the source of a person's picture. @returns the former values; undefined if there is no such person */
export async function setAvatar(
  tx: Tx,
  user_id: string,
  avatar: { avatar_source: AvatarSource; avatar_key: string | null },
) {
  const before = await tx
    .selectFrom('profiles')
    .select(['avatar_source', 'avatar_key'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('profiles').set(avatar).where('id', '=', user_id).execute()
  return before
}

/** Whether this file is a person's picture. */
export async function isAvatar(tx: Tx, key: string): Promise<boolean> {
  const row = await tx.selectFrom('profiles').select('id').where('avatar_key', '=', key).executeTakeFirst()
  return row !== undefined
}
