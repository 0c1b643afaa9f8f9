import { fail } from '@studiohub/contract/errors.ts'
import type { DeletionTerms } from '@studiohub/contract/features/profile/schema.ts'
import { computeCancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { getSession } from '#features/auth/sessions/queries.ts'
import { hasRecentMailboxProof } from '#features/auth/sessions/rules.ts'
import { getPasswordUnprovenAt, getUser, lockPasswordHash } from '#features/auth/users/queries.ts'
import { deleteUnusedMessageFile } from '#features/conversations/files/jobs.ts'
import { sendNotice } from '#features/emails/account-jobs.ts'
import { emailAboutBooking } from '#features/emails/bookings/jobs.ts'
import { sealAddress } from '#features/emails/proof-jobs.ts'
import { settleBooking } from '#features/payments/settlement-jobs.ts'
import { deletePictureFiles, toPictureKey } from '#features/resources/pictures/jobs.ts'
import { recordRole } from '#features/roles/record-role.ts'
import {
  listSoleAdminRoles,
  lockAdminRoles,
  type SoleAdminRole,
  soleAdminMessage,
} from '#features/roles/sole-admin-queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { requirePerson, requireSecondFactor, requireSession, type SessionActor } from '#platform/auth/authorize.ts'
import { HashingBusyError, verifyPassword } from '#platform/auth/passwords.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deleteUnusedAvatar } from '../avatar/jobs.ts'
import { removeName, removeNamesOfRecords } from './name-queries.ts'
import * as queries from './queries.ts'

// The same limit as for password changes, so that attempts at both count together.
const passwordTries: Limit = { name: 'current-password', count: 10, per_seconds: 900 }
const UNPROVEN_HOURS = 24
const CODE_REQUIRED = 'Please confirm with a code that we email you. No older password protects your account.'

/** The conditions and effects of deleting the caller's account. */
export function getDeletion(caller: Caller, now: Date): Promise<DeletionTerms> {
  return asActor(caller, async (tx, actor) => {
    const person = requireSession(actor)
    const { user_id } = person
    await actAs(tx, 'auth')
    const hasPassword = (await lockPasswordHash(tx, user_id)) !== null
    const proof = (await needsCode(tx, person, { hasPassword, now }))
      ? 'mailed_code'
      : hasPassword
        ? 'password'
        : 'none'
    await actAs(tx, 'system')
    const upcoming_bookings = await queries.countUpcomingBookings(tx, user_id, now)
    return { proof, upcoming_bookings, refusal: await findDeletionBlocker(tx, user_id) }
  })
}

/**
 * Deletes the caller's account: sessions, sign-in methods, name, phone, picture and their own texts. Cancels future bookings,
 * ends roles and frees the address. Data that studios still need stays under the name 'Former member'.
 * @throws AppError REAUTH_REQUIRED, LAST_ADMIN
 */
export async function deleteAccount(caller: Caller, input: { current_password?: string | undefined }, now: Date) {
  const proof = await requireProof(caller, input.current_password, now)
  return asActor(caller, async (tx, actor) => {
    const person = requirePerson(actor)
    const { user_id } = person
    await requireSecondFactor(tx, person)
    await actAs(tx, 'auth')
    if ((await lockPasswordHash(tx, user_id)) !== proof.encrypted_password) fail('REAUTH_REQUIRED')
    const user = (await getUser(tx, user_id)) ?? fail('UNAUTHENTICATED')
    await actAs(tx, 'system')
    await requireNotLastAdmin(tx, user_id)
    await endAccount(tx, person, { caller, now, left_at: now, isRepeat: false })
    await enqueue(tx, sendNotice, {
      user_id,
      studio_id: null,
      kind: 'account_deleted',
      method: null,
      sealed_address: sealAddress(user.email),
      happened_at: now.toISOString(),
    })
    return { id: user_id }
  })
}

/**
 * Deletes an account again that a restored backup contains. Sends no emails and checks nothing, because the person deleted it
 * before.
 * @returns the person's files, and the studios that now have no admin; null if there is no such account
 */
export function repeatDeletion(
  { user_id, deleted_at }: { user_id: string; deleted_at: string },
  now: Date,
): Promise<{ files: string[]; ended_roles: SoleAdminRole[] } | null> {
  return asSystem(async (tx) => {
    await actAs(tx, 'auth')
    if (!(await getUser(tx, user_id))) return null
    await actAs(tx, 'system')
    const soleRoles = await listSoleAdminRoles(tx, user_id)
    const caller = { request_id: 'restore' }
    const context = { caller, now, left_at: new Date(deleted_at), isRepeat: true }
    const { files } = await endAccount(tx, { user_id, session_id: null }, context)
    return { files, ended_roles: soleRoles }
  })
}

// The password is hashed here, outside the transaction that deletes the account. That transaction only checks that the
// stored hash has not changed.
async function requireProof(caller: Caller, current_password: string | undefined, now: Date) {
  const account = await asActor(caller, async (tx, actor) => {
    const person = requireSession(actor)
    await requireSecondFactor(tx, person)
    await actAs(tx, 'auth')
    const encrypted_password = await lockPasswordHash(tx, person.user_id)
    const needs_code = await needsCode(tx, person, { hasPassword: encrypted_password !== null, now })
    return { user_id: person.user_id, encrypted_password, needs_code }
  })
  if (account.needs_code) fail('REAUTH_REQUIRED', { message: CODE_REQUIRED })
  if (account.encrypted_password === null) return account
  if (!current_password) fail('REAUTH_REQUIRED', { fields: { current_password: 'Please enter your password' } })
  await requireLimits([{ limit: passwordTries, by: account.user_id }], now)
  if (!(await matchesPassword(account.encrypted_password, current_password)))
    fail('REAUTH_REQUIRED', {
      message: 'That is not your current password.',
      fields: { current_password: 'That is not your current password.' },
    })
  return account
}

// A thief with a stolen session can add a provider or a factor, and set or remove a password without the old one. So an
// emailed code is required if the account has no password or only a new one.
async function needsCode(
  tx: Tx,
  { user_id, session_id }: SessionActor,
  { hasPassword, now }: { hasPassword: boolean; now: Date },
): Promise<boolean> {
  const unprovenAt = await getPasswordUnprovenAt(tx, user_id)
  const isOld = unprovenAt === null || now.getTime() - Date.parse(unprovenAt) >= UNPROVEN_HOURS * HOUR_MS
  if (hasPassword && isOld) return false
  const session = await getSession(tx, session_id)
  return !session || !hasRecentMailboxProof(session, now)
}

async function matchesPassword(encrypted_password: string, password: string) {
  try {
    return await verifyPassword(encrypted_password, password)
  } catch (error) {
    return error instanceof HashingBusyError ? fail('UNAVAILABLE') : Promise.reject(error)
  }
}

const findDeletionBlocker = async (tx: Tx, user_id: string) =>
  soleAdminMessage(await listSoleAdminRoles(tx, user_id), 'delete your account')

async function requireNotLastAdmin(tx: Tx, user_id: string) {
  await lockAdminRoles(tx, user_id)
  const message = await findDeletionBlocker(tx, user_id)
  if (message) fail('LAST_ADMIN', { message })
}

type LeavingPerson = { user_id: string; session_id: string | null }
type DeletionContext = {
  caller: Pick<Caller, 'request_id'>
  now: Date
  /** When the person deleted the account: earlier than now if a restored backup contained it. */
  left_at: Date
  isRepeat: boolean
}

async function endAccount(tx: Tx, person: LeavingPerson, context: DeletionContext) {
  const { user_id } = person
  const { cancelled, files } = await deletePersonalData(tx, person, context)
  await actAs(tx, 'auth')
  await queries.eraseAccount(tx, user_id, context.now)
  await audit(tx, person, {
    studio_id: null,
    action: 'profile.delete',
    object_type: 'profile',
    object_id: user_id,
    after: { cancelled_bookings: cancelled },
    request_id: context.caller.request_id,
  })
  return { files }
}

async function deletePersonalData(tx: Tx, person: LeavingPerson, context: DeletionContext) {
  const { user_id } = person
  const { caller, now, isRepeat } = context
  // Locks the studios, so that a simultaneous booking for the person is either committed and cancelled here, or fails because
  // the role has ended.
  for (const studio_id of await queries.listStudiosOfClient(tx, user_id)) await lock(tx, 'studio', studio_id)
  const files = await queries.deleteTexts(tx, user_id)
  await removeName(tx, user_id)
  await removeNamesOfRecords(tx, user_id)
  const cancelled = await cancelBookings(tx, person, context)
  for (const { id, role, studio_id } of await queries.endRoles(tx, user_id, now))
    await recordRole(tx, person, { caller, action: 'roles.leave', id, studio_id, before: { role } })
  await queries.closeRequestsOf(tx, user_id)
  const pictures = await queries.deactivateResources(tx, user_id)
  await queries.deletePrivateMessages(tx, user_id)
  await queries.anonymizeInvitations(tx, user_id, now)
  await queries.deleteVisitorHolds(tx, user_id)
  await queries.deleteTextConsents(tx, user_id)
  await queries.anonymizeClientRecords(tx, user_id, now)
  const picture = await queries.anonymizeProfile(tx, user_id)
  // A restore does not store these files, so they need no jobs.
  if (isRepeat) return { cancelled, files: [...files, ...pictures.map(toPictureKey), ...(picture ? [picture] : [])] }
  await deletePictureFiles(tx, pictures)
  if (picture) await enqueue(tx, deleteUnusedAvatar, { key: picture })
  for (const key of files) await enqueue(tx, deleteUnusedMessageFile, { key })
  return { cancelled, files: [] }
}

/**
 * Cancels the person's future bookings with the fees of their policies, also after the cut-off.
 * @returns their number
 */
async function cancelBookings(
  tx: Tx,
  person: LeavingPerson,
  { caller, now, left_at, isRepeat }: DeletionContext,
): Promise<number> {
  const { user_id } = person
  const bookings = await queries.lockUpcomingBookings(tx, user_id, now)
  for (const booking of bookings) {
    const { id } = booking
    const fee = computeCancellationFee(booking, left_at)
    const { studio_id, client_id, version, deposit_minor } = await queries.cancelBooking(tx, { id, user_id, fee, now })
    await audit(tx, person, {
      studio_id,
      action: 'bookings.cancel',
      object_type: 'booking',
      object_id: id,
      after: { status: 'cancelled', ...(fee && { fee: { ...fee, waive_reason: undefined } }) },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
    if (isRepeat) continue
    if (deposit_minor !== null) await enqueue(tx, settleBooking, { booking_id: id })
    await enqueue(tx, emailAboutBooking, { booking_id: id, kind: 'cancelled', version, actor_id: user_id })
  }
  return bookings.length
}
