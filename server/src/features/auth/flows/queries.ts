import type { Tx } from '#platform/db/transaction.ts'

export type NewFlow = {
  id: string
  method: 'recovery' | 'email/signup' | 'magiclink'
  user_id: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  /** The studio on whose own domain the code is used. */
  studio_id: string | null
  now: Date
}

export async function createFlow(tx: Tx, { now, ...flow }: NewFlow) {
  await tx
    .insertInto('auth.flow_states')
    .values({ ...flow, created_at: now.toISOString() })
    .execute()
}

export type NewProviderFlow = {
  id: string
  provider: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  state_hash: string
  browser_hash: string | null
  secrets: string
  redirect_to: string
  /** The signed-in person who links a provider, and their session; both are set or neither. */
  user_id: string | null
  linking_session_id: string | null
  now: Date
}

export async function createProviderFlow(tx: Tx, { now, ...flow }: NewProviderFlow) {
  await tx
    .insertInto('auth.flow_states')
    .values({ ...flow, method: 'oauth', created_at: now.toISOString() })
    .execute()
}

const providerFlowColumns = [
  'id',
  'provider',
  'user_id',
  'browser_hash',
  'secrets',
  'redirect_to',
  'linking_session_id',
  'called_back_at',
  'created_at',
] as const

export function getProviderFlow(tx: Tx, state_hash: string) {
  return tx
    .selectFrom('auth.flow_states')
    .select(providerFlowColumns)
    .where('state_hash', '=', state_hash)
    .executeTakeFirst()
}

export type ProviderFlow = NonNullable<Awaited<ReturnType<typeof getProviderFlow>>>

/** Marks the state of a flow as used. If several callbacks use it at the same time, only one succeeds. */
export async function claimState(tx: Tx, flow_id: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('auth.flow_states')
    .set({ called_back_at: now.toISOString(), secrets: null })
    .where('id', '=', flow_id)
    .where('called_back_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores the provider's answer until the code is exchanged. @returns false if the flow has ended or already has a code */
export async function saveProviderAnswer(
  tx: Tx,
  flow_id: string,
  answer: {
    /** Null for a person without an account. */
    user_id: string | null
    secrets: string
    auth_code_hash: string
    studio_id: string | null
    now: Date
  },
): Promise<boolean> {
  const { user_id, secrets, auth_code_hash, studio_id, now } = answer
  await tx.updateTable('auth.flow_states').set({ user_id, secrets, studio_id }).where('id', '=', flow_id).execute()
  return issueAuthCode(tx, flow_id, auth_code_hash, now)
}

/** Stores a flow's auth code, which is valid from now. @returns false if the flow has ended or already has a code */
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

/** Deletes and returns the flow of an auth code. If two calls use it at the same time, only one gets the flow. */
export function consumeAuthCode(tx: Tx, auth_code_hash: string) {
  return tx
    .deleteFrom('auth.flow_states')
    .where('auth_code_hash', '=', auth_code_hash)
    .returning(['user_id', 'method', 'code_challenge', 'code_challenge_method', 'auth_code_issued_at'])
    .returning(['secrets', 'redirect_to', 'linking_session_id', 'studio_id'])
    .executeTakeFirst()
}

export async function deleteFlowsOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).execute()
}

/** Deletes flows to a provider; flows of emailed links and codes stay. */
export async function deleteProviderFlowsOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).where('method', '=', 'oauth').execute()
}

/** Deletes flows of emailed links and codes; flows to a provider stay. */
export async function deleteMailedFlowsOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).where('method', '!=', 'oauth').execute()
}

export async function deleteOldFlows(tx: Tx, before: Date) {
  await tx.deleteFrom('auth.flow_states').where('created_at', '<', before.toISOString()).execute()
}
