import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canAcceptTerms,
  canManageTerms,
  canReadTerms,
  canSeeAddress,
  canSeeTermsOf,
} from '@studiohub/contract/features/terms/policy.ts'
import type {
  BookingTerms,
  CurrentTerms,
  NewTerms,
  Signature,
  TermsVersion,
} from '@studiohub/contract/features/terms/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { drawLater } from '#features/emails/agreements/jobs.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lockStudio } from '#platform/db/locks.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import type { NewAcceptance } from './queries.ts'
import * as queries from './queries.ts'

/** All versions of a studio's terms, newest first. */
export function listTerms(caller: Caller, studio_id: string): Promise<{ items: TermsVersion[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageTerms(actor, studio_id))
    return { items: await queries.listTerms(tx, studio_id) }
  })
}

/** The current terms of a studio. */
export function getCurrentTerms(caller: Caller, studio_id: string): Promise<{ terms: CurrentTerms | null }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canReadTerms(actor, studio_id))
    return { terms: (await queries.getCurrentTerms(tx, studio_id)) ?? null }
  })
}

/** Bookings take the same lock, so none accepts a version that is just being ended. */
export const lockTermsOf = (tx: Tx, studio_id: string) => executePrepared(tx, lockStudio(studio_id))

/** Publishes a new version, which replaces the current one. Does nothing if the text is the same. */
export function createTerms(caller: Caller, input: NewTerms & { studio_id: string }, now: Date): Promise<TermsVersion> {
  const { studio_id } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canManageTerms(actor, studio_id))
    await lockTermsOf(tx, studio_id)
    const at = now.toISOString()
    const ended = await queries.endCurrentTerms(tx, studio_id, at)
    if (ended && isSame(ended, input)) fail('TERMS_CHANGED', { message: 'These are the current terms already.' })
    const version = await queries.insertTerms(tx, { ...input, published_at: at })
    await auditTerms(tx, actor, { caller, action: 'terms.create', version })
    return version
  })
}

const isSame = (one: NewTerms, other: NewTerms) =>
  one.text === other.text &&
  one.needs_signature === other.needs_signature &&
  one.signed_services?.join() === other.signed_services?.join()

/** Ends the current version, so that clients book without terms. The ended version is kept. */
export function endTerms(caller: Caller, id: string, now: Date): Promise<TermsVersion> {
  return asActor(caller, async (tx, actor) => {
    const version = (await queries.getTerms(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageTerms(actor, version.studio_id))
    if (version.ended_at !== null) return version
    await lockTermsOf(tx, version.studio_id)
    const ended = (await queries.endCurrentTerms(tx, version.studio_id, now.toISOString())) ?? version
    await auditTerms(tx, actor, { caller, action: 'terms.end', version: ended })
    return ended
  })
}

type TermsChange = { caller: Caller; action: AuditAction; version: TermsVersion }

const auditTerms = (tx: Tx, actor: Actor, { caller, action, version }: TermsChange) =>
  audit(tx, actor, {
    ...{ action, studio_id: version.studio_id, object_type: 'terms_version', object_id: version.id },
    ...{ after: { number: version.number, ended_at: version.ended_at }, request_id: caller.request_id },
  })

/** The terms of a booking, for its client, the desk and operators. */
export function getBookingTerms(caller: Caller, booking_id: string): Promise<BookingTerms> {
  return asActor(caller, async (tx, actor) => readBookingTerms(tx, requireRole(actor), booking_id))
}

async function readBookingTerms(tx: Tx, actor: Actor, booking_id: string): Promise<BookingTerms> {
  const booking = (await queries.getBookingTerms(tx, booking_id)) ?? fail('NOT_FOUND')
  const { studio_id, acceptance, open } = booking
  authorize(canSeeTermsOf(actor, booking))
  const network_address = canSeeAddress(actor, studio_id) ? (acceptance?.network_address ?? null) : null
  return { acceptance: acceptance && { ...acceptance, network_address }, open }
}

type AcceptInput = { id: string; terms_id: string; signature?: Signature | null | undefined }

/** The client accepts the terms of a booking, and of all sessions of its series. */
export function acceptTerms(
  caller: Caller,
  { id, terms_id, signature }: AcceptInput,
  { ip, now }: { ip: string; now: Date },
): Promise<BookingTerms> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id } = (await queries.getBookingTerms(tx, id)) ?? fail('NOT_FOUND')
    await lockTermsOf(tx, studio_id)
    const booking = (await queries.getBookingTerms(tx, id)) ?? fail('NOT_FOUND')
    authorize(canAcceptTerms(actor, booking))
    const { client_id, session_ids, acceptance } = booking
    // A second click gets the result of the first.
    if (acceptance || client_id === null) return readBookingTerms(tx, actor, id)
    checkOpenTerms(booking, { accepted_terms: terms_id, signature })
    const accepted = newAcceptance({
      ...{ studio_id, booking_ids: session_ids, client_id, terms_id, way: 'page', signature },
      ...{ network_address: ip, accepted_at: now.toISOString() },
    })
    const object_id = await queries.insertAcceptances(tx, accepted, id)
    await drawLater(tx, accepted)
    await audit(tx, actor, {
      ...{ action: 'terms.accept', studio_id, object_type: 'terms_acceptance', object_id },
      ...{ after: { booking_id: id, terms_id, session_ids }, request_id: caller.request_id },
    })
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
    return readBookingTerms(tx, actor, id)
  })
}

/** Fails unless the client has read the version that the booking needs and, if required, signed it. */
export function checkOpenTerms({ open }: Pick<BookingTerms, 'open'>, seen: SeenTerms) {
  if (!open) fail('INVALID_TRANSITION', { message: 'This booking no longer needs accepted terms.' })
  checkSeenTerms(open, seen)
}

/** Fails if a client has not read and accepted the current terms. The error's details contain `current`. */
export function checkSeenTerms(
  current: { id: string; needs_signature: boolean } | null,
  { accepted_terms, signature }: SeenTerms,
) {
  if (!current) return
  if (current.id !== accepted_terms)
    fail(accepted_terms ? 'TERMS_CHANGED' : 'TERMS_NOT_ACCEPTED', { details: { terms: current } })
  if (current.needs_signature && !signature) fail('SIGNATURE_REQUIRED')
}

/** The version that a client read and accepts, and their signature. */
type SeenTerms = { accepted_terms?: string | null | undefined; signature?: Signature | null | undefined }

type AcceptanceParts = Omit<NewAcceptance, 'agreement'> & { signature?: Signature | null | undefined }

/** An acceptance, with an agreement if the client signed. */
export const newAcceptance = ({ signature, ...row }: AcceptanceParts): NewAcceptance => ({
  ...row,
  agreement: signature ? { id: randomUUID(), signer_name: signature.name, drawing: signature.drawing } : null,
})

/** The file of a signed agreement. It is ready some seconds after the signature. */
export function getAgreement(caller: Caller, id: string): Promise<File> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const { pdf } = (await queries.getPdf(tx, id)) ?? fail('NOT_FOUND')
    if (!pdf) fail('NOT_FOUND', { message: 'The agreement is not ready yet, or its client was erased.' })
    return new File([new Uint8Array(pdf)], 'agreement.pdf', { type: 'application/pdf' })
  })
}
