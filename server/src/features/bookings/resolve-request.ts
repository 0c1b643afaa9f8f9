import { type Actor, worksAtDesk } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { NewBookingAtStudio } from '@studiohub/contract/features/bookings/input/schema.ts'
import {
  canAssignPeopleAndEquipment,
  canBlockTime,
  canBookFor,
  canCreateWithStatus,
} from '@studiohub/contract/features/bookings/policy.ts'
import { chooseFirstStatus, resolveDays, type SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import type { z } from 'zod'
import { authorize } from '#platform/auth/authorize.ts'
import { checkCurrentTerms } from '../terms/service.ts'
import type { SessionRequest } from './context/choice-service.ts'
import type { BookingContext } from './context/queries.ts'
import { checkProject, checkServiceAndClient } from './context/service.ts'
import { checkPrice } from './quote-booking.ts'
import { checkDiscount } from './reductions/service.ts'

export type CreateBookingInput = z.output<typeof NewBookingAtStudio>

/** A checked request, with the fields that the actor and the context decide. */
export type BookingRequest = CreateBookingInput & SessionTimes & SessionRequest & { status: BookingStatus }

/**
 * Checks whether the actor may book this session at this price and may set these fields, and completes the
 * request with what the actor and the context decide.
 */
export function resolveRequest(actor: Actor, input: CreateBookingInput, context: BookingContext): BookingRequest {
  const {
    studio_id,
    booking_type,
    status = chooseFirstStatus(booking_type, worksAtDesk(actor, input.studio_id)),
  } = input
  if (booking_type === 'blocked_time') {
    authorize(canBlockTime(actor, studio_id), 'FIELD_NOT_ALLOWED')
    if (input.client_id || input.new_client || input.project_id) fail('FIELD_NOT_ALLOWED')
  }
  authorize(canCreateWithStatus(actor, studio_id, booking_type, status), 'FIELD_NOT_ALLOWED')
  if (input.without_person) authorize(canAssignPeopleAndEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  // A client may be named by account or by record; the context has the record. Without a name, clients book for themselves.
  const client_id = input.client_id ? (context.client_id ?? input.client_id) : actor.client_id
  authorize(canBookFor(actor, studio_id, client_id))
  const request = { ...input, ...resolveDays(input), status, client_id }
  if (!context.is_active) fail('STUDIO_INACTIVE')
  checkServiceAndClient(actor, request, context)
  checkProject(request, context)
  checkPrice(actor, request, context)
  checkDiscount(context)
  checkTerms(actor, request, context)
  const isConfirmed = status === 'confirmed' || (context.service?.auto_confirm && actor.role === 'client')
  return { ...request, status: isConfirmed ? 'confirmed' : status }
}

/** Checks that a client accepts the studio's terms. The desk cannot accept them for a client. */
export function checkTerms(
  actor: Actor,
  input: Pick<CreateBookingInput, 'studio_id' | 'accepted_terms' | 'signature'>,
  { terms }: BookingContext,
) {
  const isDesk = worksAtDesk(actor, input.studio_id)
  if (isDesk && (input.accepted_terms || input.signature)) fail('FIELD_NOT_ALLOWED')
  if (!isDesk) checkCurrentTerms(terms, input)
}

/** Whether the studio must approve the session. */
export const needsApproval = ({ status }: Pick<BookingRequest, 'status'>) => status === 'pending'

/** Checks that clients name only rooms, and at most as many as the service allows. */
export function checkNamedResources(
  actor: Actor,
  request: { studio_id: string; room_id?: string | null | undefined; resource_ids?: string[] | undefined },
  { resources, service }: Pick<BookingContext, 'resources' | 'service'>,
) {
  if (canAssignPeopleAndEquipment(actor, request.studio_id)) return
  const ids = new Set([...(request.room_id ? [request.room_id] : []), ...(request.resource_ids ?? [])])
  const areRooms = resources.filter(({ id }) => ids.has(id)).every(({ kind }) => kind === 'room')
  if (!areRooms || ids.size > (service?.rooms_max ?? 1)) fail('FIELD_NOT_ALLOWED')
}
