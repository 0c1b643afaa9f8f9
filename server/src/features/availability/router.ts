import { contract } from '@studiohub/contract/api.ts'
import { AvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { open, readyCall } from '#platform/http/rpc.ts'
import { getPublicCancellation } from './public-page/cancellation-service.ts'
import { getPublicAvailability, listPublicServices, listPublicTimes } from './public-service.ts'
import { getAvailability } from './service.ts'

export const availabilityRouter = {
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

/** Calls that write the JSON of their answer themselves. */
export const availabilityReadyCalls = [
  readyCall('availability.get', contract.availability.get, {
    schema: AvailabilityQuery,
    // The rules make the answer, not rows of the database, so no field has to be removed (docs/decisions/0122).
    answer: async (caller, query, now) => {
      const text = JSON.stringify(await getAvailability(caller, query, now))
      return { read: async () => text }
    },
  }),
]
