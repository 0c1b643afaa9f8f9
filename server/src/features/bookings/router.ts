import { authed } from '../../platform/http/rpc.ts'
import * as service from './service.ts'

export const bookingsRouter = {
  list: authed.bookings.list.handler(({ input, context }) => service.listBookings(context.caller, input)),
  create: authed.bookings.create.handler(({ input, context: { caller, clock } }) =>
    service.createBooking(caller, input, clock.now()),
  ),
  get: authed.bookings.get.handler(({ input, context }) => service.getBooking(context.caller, input.id)),
  confirm: authed.bookings.confirm.handler(({ input, context: { caller, clock } }) =>
    service.confirmBooking(caller, { ...input, now: clock.now() }),
  ),
  decline: authed.bookings.decline.handler(({ input, context: { caller, clock } }) =>
    service.declineBooking(caller, { ...input, now: clock.now() }),
  ),
  cancel: authed.bookings.cancel.handler(({ input, context: { caller, clock } }) =>
    service.cancelBooking(caller, { ...input, now: clock.now() }),
  ),
  complete: authed.bookings.complete.handler(({ input, context: { caller, clock } }) =>
    service.completeBooking(caller, { ...input, now: clock.now() }),
  ),
}
