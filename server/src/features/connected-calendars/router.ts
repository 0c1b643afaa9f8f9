import { authed } from '#platform/http/rpc.ts'
import * as accounts from './accounts/service.ts'
import * as copies from './copies/service.ts'
import * as service from './service.ts'

const { connectedCalendars } = authed

export const connectedCalendarsRouter = {
  list: connectedCalendars.list.handler(({ input, context }) => service.listCalendars(context.caller, input.studio_id)),
  create: connectedCalendars.create.handler(({ input, context: { caller, clock } }) =>
    service.connectCalendar(caller, input, clock.now()),
  ),
  find: connectedCalendars.find.handler(({ input, context: { caller, clock } }) =>
    accounts.findAccountCalendars(caller, input, clock.now()),
  ),
  createFromAccount: connectedCalendars.createFromAccount.handler(({ input, context: { caller, clock } }) =>
    accounts.connectAccountCalendars(caller, input, clock.now()),
  ),
  read: connectedCalendars.read.handler(({ input, context: { caller, clock } }) =>
    service.readAgain(caller, input.id, clock.now()),
  ),
  update: connectedCalendars.update.handler(({ input: { id, ...change }, context }) =>
    service.updateCalendar(context.caller, id, change),
  ),
  listMoves: connectedCalendars.listMoves.handler(({ input, context }) =>
    copies.listMoves(context.caller, input.studio_id),
  ),
  answerMove: connectedCalendars.answerMove.handler(({ input, context: { caller, clock } }) =>
    copies.answerMove(caller, input, clock.now()),
  ),
  delete: connectedCalendars.delete.handler(({ input, context }) =>
    service.disconnectCalendar(context.caller, input.id),
  ),
  listTimes: connectedCalendars.listTimes.handler(({ input, context }) =>
    service.listCalendarTimes(context.caller, input),
  ),
}
