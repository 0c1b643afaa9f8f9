import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/transaction.ts'
import { queueVerificationEmail, queueWelcomeEmail } from '../email-service.ts'
import * as flows from '../flows/queries.ts'
import { defaultRedirect } from '../redirects/rules.ts'
import { type Destination, moveHome } from '../redirects/service.ts'
import type { AuthUser } from '../users/rules.ts'
import type { Challenge } from '../wire/schema.ts'
import * as queries from './queries.ts'
import { buildLinkUrl, choosePage, getFlowMethod, type LinkOnlyPurpose, makeProof, type Purpose } from './rules.ts'

/** The data for an email with a link and a code. */
export type ProofInput = {
  user: Pick<AuthUser, 'id' | 'user_metadata'>
  purpose: Exclude<Purpose, LinkOnlyPurpose>
  /** The recipient, if it is not the account's current address. */
  to?: string
  challenge: Challenge | null
  destination: Destination
  publicUrl: string
}

/** Creates a link and a code, stores their hashes, and queues the email with both. */
export async function sendVerificationEmail(tx: Tx, input: ProofInput, now: Date): Promise<void> {
  const { user, purpose, to } = input
  const { link, code, studio_id } = await replaceProof(tx, input, now)
  await queueVerificationEmail(tx, { user, purpose, link, code, studio_id, ...(to && { to }) })
}

/** Creates a link without sending an email, and stores its hash. Its code is not used. */
export async function createLink(tx: Tx, input: ProofInput, now: Date): Promise<string> {
  const { link } = await replaceProof(tx, input, now)
  return link
}

/** Replaces the previous link and code with new ones. */
async function replaceProof(tx: Tx, input: ProofInput, now: Date) {
  const { user, purpose, publicUrl } = input
  const method = getFlowMethod(purpose)
  const { destination, challenge } = await chooseProofLink(tx, input)
  const studio_id = destination.bound_studio_id
  const flow = challenge && method ? { id: randomUUID(), method, user_id: user.id, ...challenge, studio_id, now } : null
  if (flow) await flows.createFlow(tx, flow)
  const { link_token, code, ...stored } = makeProof(user.id, purpose, { pkce: flow !== null, now })
  await queries.replaceToken(tx, {
    user_id: user.id,
    purpose,
    ...stored,
    flow_state_id: flow?.id ?? null,
    studio_id,
    now,
  })
  const link = buildLinkUrl(publicUrl, { link_token, purpose, redirect_to: destination.url })
  return { link, code, studio_id: destination.studio_id }
}

// A link without a verifier opens the page with the button, which is at our own address. If a studio's domain was requested
// but is not allowed, the verifier is at that domain and cannot be used.
async function chooseProofLink(tx: Tx, { destination, challenge, publicUrl, purpose }: ProofInput) {
  const isBound = destination.bound_studio_id !== null
  const usableChallenge = destination.isMoved || !getFlowMethod(purpose) ? null : challenge
  if (!isBound || usableChallenge) return { destination, challenge: usableChallenge }
  return { destination: await moveHome(tx, destination, publicUrl, choosePage([purpose])), challenge: null }
}

/**
 * Queues the welcome email for an unproven address. Its link proves the address together with a session of the account or
 * its password.
 */
export async function sendWelcomeEmail(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'user_metadata'>,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const purpose = 'welcome'
  const { link_hash, code_mac, expires_at, link_token } = makeProof(user.id, purpose, { pkce: false, now })
  const token = { user_id: user.id, purpose, link_hash, code_mac, flow_state_id: null, studio_id: null } as const
  await queries.replaceToken(tx, { ...token, now, expires_at })
  const link = buildLinkUrl(publicUrl, { link_token, purpose, redirect_to: defaultRedirect(publicUrl, 'callback') })
  await queueWelcomeEmail(tx, user, { link })
}
