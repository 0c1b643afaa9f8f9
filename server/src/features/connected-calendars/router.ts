import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { connectedCalendars } = authed

export const connectedCalendarsRouter = {
  list: connectedCalendars.list.handler(({ input, context }) => service.listCalendars(context.caller, input.studio_id)),
  create: connectedCalendars.create.handler(({ input, context: { caller, clock } }) =>
    service.connectCalendar(caller, input, clock.now()),
  ),
  read: connectedCalendars.read.handler(({ input, context: { caller, clock } }) =>
    service.readAgain(caller, input.id, clock.now()),
  ),
  delete: connectedCalendars.delete.handler(({ input, context }) =>
    service.disconnectCalendar(context.caller, input.id),
  ),
  listTimes: connectedCalendars.listTimes.handler(({ input, context }) =>
    service.listCalendarTimes(context.caller, input),
  ),
}
