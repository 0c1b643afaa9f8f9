import type { Tx } from '../../../platform/db/door.ts'

export type NewFlow = {
  id: string
  method: 'recovery' | 'email/signup'
  user_id: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  now: Date
}

export async function createFlow(tx: Tx, { now, ...flow }: NewFlow) {
  await tx
    .insertInto('auth.flow_states')
    .values({ ...flow, created_at: now.toISOString() })
    .execute()
}

/** Gives a flow its auth code, whose life begins now. @returns false where the flow is gone or has had one already */
export async function issueAuthCode(tx: Tx, flow_id: string, auth_code_hash: string, now: Date): Promise<boolean> {
  const issued = await tx
    .updateTable('auth.flow_states')
    .set({ auth_code_hash, auth_code_issued_at: now.toISOString() })
    .where('id', '=', flow_id)
    .where('auth_code_hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return issued !== undefined
}

/** Takes a flow out by its auth code: of two that ask at once, one gets it. */
export function consumeAuthCode(tx: Tx, auth_code_hash: string) {
  return tx
    .deleteFrom('auth.flow_states')
    .where('auth_code_hash', '=', auth_code_hash)
    .returning(['user_id', 'method', 'code_challenge', 'code_challenge_method', 'auth_code_issued_at'])
    .executeTakeFirst()
}

export async function deleteFlowsOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).execute()
}

export async function deleteOldFlows(tx: Tx, before: Date) {
  await tx.deleteFrom('auth.flow_states').where('created_at', '<', before.toISOString()).execute()
}
