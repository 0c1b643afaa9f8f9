import { contract } from '@studiohub/contract/api.ts'
import { CalendarQuery } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { authed, defineSerializedCall, publicRoute } from '#platform/http/rpc.ts'
import { getCalendar } from './calendar/service.ts'
import { approveChange, declineChange, withdrawChange } from './changes/service.ts'
import { createBlock } from './create-block.ts'
import { createBooking } from './create-booking.ts'
import { getHistory } from './history/service.ts'
import { updateBooking } from './moves/update-booking.ts'
import { listServicePeople } from './people/service.ts'
import { quoteBooking } from './quote-booking.ts'
import { getReductions } from './reductions/service.ts'
import { cancelSeries } from './series/cancel-series.ts'
import { createSeries } from './series/create-series.ts'
import { getSeries } from './series/service.ts'
import { updateSeries } from './series/update-series.ts'
import { getBooking, listBookings } from './service.ts'
import { cancelBooking } from './steps/cancel-booking.ts'
import { completeBooking } from './steps/complete-booking.ts'
import { confirmBooking } from './steps/confirm-booking.ts'
import { declineBooking } from './steps/decline-booking.ts'
import { markNoShow } from './steps/mark-no-show.ts'
import { waiveFee } from './steps/waive-fee.ts'
import { undoBooking } from './undos/service.ts'
import { createVisitorHold } from './visitors/create-visitor-hold.ts'
import { bookVisitorHold, getVisitorHold } from './visitors/service.ts'

export const bookingsRouter = {
  list: authed.bookings.list.handler(({ input, context }) => listBookings(context.caller, input)),
  quote: publicRoute.bookings.quote.handler(({ input, context: { caller, ip, clock } }) =>
    quoteBooking(caller, input, { ip, now: clock.now() }),
  ),
  getReductions: authed.bookings.getReductions.handler(({ input, context: { caller, clock } }) =>
    getReductions(caller, input, clock.now()),
  ),
  listServicePeople: authed.bookings.listServicePeople.handler(({ input, context }) =>
    listServicePeople(context.caller, input),
  ),
  create: authed.bookings.create.handler(({ input, context: { caller, ip, clock } }) =>
    createBooking(caller, input, { ip, now: clock.now() }),
  ),
  createVisitorHold: publicRoute.bookings.createVisitorHold.handler(({ input, context: { caller, ip, clock } }) =>
    createVisitorHold(input, { caller, ip, now: clock.now() }),
  ),
  getVisitorHold: publicRoute.bookings.getVisitorHold.handler(({ input, context: { ip, clock } }) =>
    getVisitorHold(input.token, { ip, now: clock.now() }),
  ),
  bookVisitorHold: authed.bookings.bookVisitorHold.handler(({ input, context: { caller, ip, clock } }) =>
    bookVisitorHold(caller, input, { ip, now: clock.now() }),
  ),
  get: authed.bookings.get.handler(({ input, context }) => getBooking(context.caller, input.id)),
  getHistory: authed.bookings.getHistory.handler(({ input, context }) => getHistory(context.caller, input)),
  update: authed.bookings.update.handler(({ input, context: { caller, clock } }) =>
    updateBooking(caller, input, clock.now()),
  ),
  confirm: authed.bookings.confirm.handler(({ input, context: { caller, clock } }) =>
    confirmBooking(caller, { ...input, now: clock.now() }),
  ),
  approveChange: authed.bookings.approveChange.handler(({ input, context: { caller, clock } }) =>
    approveChange(caller, { ...input, now: clock.now() }),
  ),
  declineChange: authed.bookings.declineChange.handler(({ input, context: { caller, clock } }) =>
    declineChange(caller, { ...input, now: clock.now() }),
  ),
  withdrawChange: authed.bookings.withdrawChange.handler(({ input, context: { caller, clock } }) =>
    withdrawChange(caller, { ...input, now: clock.now() }),
  ),
  decline: authed.bookings.decline.handler(({ input, context: { caller, clock } }) =>
    declineBooking(caller, { ...input, now: clock.now() }),
  ),
  cancel: authed.bookings.cancel.handler(({ input, context: { caller, clock } }) =>
    cancelBooking(caller, { ...input, now: clock.now() }),
  ),
  complete: authed.bookings.complete.handler(({ input, context: { caller, clock } }) =>
    completeBooking(caller, { ...input, now: clock.now() }),
  ),
  noShow: authed.bookings.noShow.handler(({ input, context: { caller, clock } }) =>
    markNoShow(caller, { ...input, now: clock.now() }),
  ),
  waiveFee: authed.bookings.waiveFee.handler(({ input, context: { caller, clock } }) =>
    waiveFee(caller, { ...input, now: clock.now() }),
  ),
  undo: authed.bookings.undo.handler(({ input, context: { caller, clock } }) =>
    undoBooking(caller, { ...input, now: clock.now() }),
  ),
  createBlock: authed.bookings.createBlock.handler(({ input, context: { caller, clock } }) =>
    createBlock(caller, input, clock.now()),
  ),
  createSeries: authed.bookings.createSeries.handler(({ input, context: { caller, ip, clock } }) =>
    createSeries(caller, input, { ip, now: clock.now() }),
  ),
  getSeries: authed.bookings.getSeries.handler(({ input, context }) => getSeries(context.caller, input.id)),
  updateSeries: authed.bookings.updateSeries.handler(({ input, context: { caller, clock } }) =>
    updateSeries(caller, input, clock.now()),
  ),
  cancelSeries: authed.bookings.cancelSeries.handler(({ input, context: { caller, clock } }) =>
    cancelSeries(caller, input, clock.now()),
  ),
}

/** Calls that serialize their own response. */
export const bookingsSerializedCalls = [
  defineSerializedCall('bookings.getCalendar', contract.bookings.getCalendar, {
    schema: CalendarQuery,
    respond: getCalendar,
  }),
]
