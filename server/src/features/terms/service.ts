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
import { queueAgreementPdf } from '#features/emails/agreements/jobs.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lockStudioStatement } from '#platform/db/locks.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
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

/** Locks the studio, as bookings do, so that no booking accepts a version that ends at the same time. */
export const lockTermsOf = (tx: Tx, studio_id: string) => executePrepared(tx, lockStudioStatement(studio_id))

/** Publishes a new version, which replaces the current one. @throws AppError TERMS_CHANGED if nothing is different */
type CreateTermsInput = NewTerms & { studio_id: string; based_on?: number | undefined }

export function createTerms(caller: Caller, input: CreateTermsInput, now: Date): Promise<TermsVersion> {
  const { studio_id, based_on, ...terms } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canManageTerms(actor, studio_id))
    await lockTermsOf(tx, studio_id)
    if (based_on !== undefined && based_on !== (await queries.getLatestNumber(tx, studio_id))) fail('STALE_VERSION')
    const at = now.toISOString()
    const previous = await queries.endCurrentTerms(tx, studio_id, at)
    if (previous && haveSameContent(previous, terms))
      fail('TERMS_CHANGED', { message: 'These are already the current terms.' })
    const version = await queries.insertTerms(tx, { ...terms, studio_id, published_at: at })
    await auditTerms(tx, actor, { caller, action: 'terms.create', version })
    return version
  })
}

const haveSameContent = (a: NewTerms, b: NewTerms) =>
  a.text === b.text &&
  a.needs_signature === b.needs_signature &&
  a.signed_services?.join() === b.signed_services?.join()

/** Ends the current version, so that clients book without terms. The ended version is not deleted. */
export function endTerms(caller: Caller, id: string, now: Date): Promise<TermsVersion> {
  return asActor(caller, async (tx, actor) => {
    const version = (await queries.getTerms(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageTerms(actor, version.studio_id))
    if (version.ended_at !== null) return version
    await lockTermsOf(tx, version.studio_id)
    const endedVersion = (await queries.endCurrentTerms(tx, version.studio_id, now.toISOString())) ?? version
    await auditTerms(tx, actor, { caller, action: 'terms.end', version: endedVersion })
    return endedVersion
  })
}

type TermsChange = { caller: Caller; action: AuditAction; version: TermsVersion }

const auditTerms = (tx: Tx, actor: Actor, { caller, action, version }: TermsChange) =>
  audit(tx, actor, {
    action,
    studio_id: version.studio_id,
    object_type: 'terms_version',
    object_id: version.id,
    after: { number: version.number, ended_at: version.ended_at },
    request_id: caller.request_id,
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

type AcceptTermsInput = { id: string; terms_id: string; signature?: Signature | null | undefined }

/** The client accepts the terms of a booking, and of all sessions of its series. */
export function acceptTerms(
  caller: Caller,
  { id, terms_id, signature }: AcceptTermsInput,
  { ip, now }: RequestOrigin,
): Promise<BookingTerms> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id } = (await queries.getBookingTerms(tx, id)) ?? fail('NOT_FOUND')
    await lockTermsOf(tx, studio_id)
    const booking = (await queries.getBookingTerms(tx, id)) ?? fail('NOT_FOUND')
    authorize(canAcceptTerms(actor, booking))
    const { client_id, session_ids, acceptance } = booking
    // A repeated call returns the result of the first one.
    if (acceptance || client_id === null) return readBookingTerms(tx, actor, id)
    checkOpenTerms(booking, { accepted_terms: terms_id, signature })
    const newRow = buildAcceptance({
      studio_id,
      booking_ids: session_ids,
      client_id,
      terms_id,
      way: 'page',
      signature,
      network_address: ip,
      accepted_at: now.toISOString(),
    })
    const object_id = await queries.insertAcceptances(tx, newRow, id)
    await queueAgreementPdf(tx, newRow)
    await audit(tx, actor, {
      action: 'terms.accept',
      studio_id,
      object_type: 'terms_acceptance',
      object_id,
      after: { booking_id: id, terms_id, session_ids },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
    return readBookingTerms(tx, actor, id)
  })
}

/**
 * Checks that the client has read the version that the booking needs and, if required, signed it.
 * @throws AppError INVALID_TRANSITION, TERMS_NOT_ACCEPTED, TERMS_CHANGED, SIGNATURE_REQUIRED
 */
export function checkOpenTerms({ open }: Pick<BookingTerms, 'open'>, seenTerms: SeenTerms) {
  if (!open) fail('INVALID_TRANSITION', { message: 'This booking no longer needs accepted terms.' })
  checkCurrentTerms(open, seenTerms)
}

/**
 * Checks that a client has read and accepted the current terms. The details of an error contain `current`.
 * @throws AppError TERMS_NOT_ACCEPTED, TERMS_CHANGED, SIGNATURE_REQUIRED
 */
export function checkCurrentTerms(
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

type NewAcceptanceInput = Omit<NewAcceptance, 'agreement'> & { signature?: Signature | null | undefined }

/** An acceptance, with an agreement if the client signed. */
export const buildAcceptance = ({ signature, ...row }: NewAcceptanceInput): NewAcceptance => ({
  ...row,
  agreement: signature ? { id: randomUUID(), signer_name: signature.name, drawing: signature.drawing } : null,
})

/** The PDF file of a signed agreement. It is ready some seconds after the signature. */
export function getAgreement(caller: Caller, id: string): Promise<File> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const { pdf } = (await queries.getPdf(tx, id)) ?? fail('NOT_FOUND')
    if (!pdf) fail('NOT_FOUND', { message: 'The agreement is not ready yet, or its client was erased.' })
    return new File([new Uint8Array(pdf)], 'agreement.pdf', { type: 'application/pdf' })
  })
}
