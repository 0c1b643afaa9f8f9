import { authed, open } from '#platform/http/rpc.ts'
import { getPublicCancellation } from './public-page/cancellation-service.ts'
import { getPublicAvailability, listPublicServices, listPublicTimes } from './public-service.ts'
import { getAvailability } from './service.ts'

export const availabilityRouter = {
  get: authed.availability.get.handler(({ input, context: { caller, clock } }) =>
    getAvailability(caller, input, clock.now()),
  ),
  getPublic: open.availability.getPublic.handler(({ input, context: { caller, ip, clock } }) =>
    getPublicAvailability(input, { caller, ip, now: clock.now() }),
  ),
  listPublicTimes: open.availability.listPublicTimes.handler(({ input, context: { caller, ip, clock } }) =>
    listPublicTimes(input, { caller, ip, now: clock.now() }),
  ),
  getPublicCancellation: open.availability.getPublicCancellation.handler(({ input, context: { caller, ip, clock } }) =>
    getPublicCancellation(input, { caller, ip, now: clock.now() }),
  ),
  listPublicServices: open.availability.listPublicServices.handler(({ input, context: { caller, ip, clock } }) =>
    listPublicServices(input, { caller, ip, now: clock.now() }),
  ),
}
