import { contract } from '@studiohub/contract/api.ts'
import { AvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { defineSerializedCall, publicRoute } from '#platform/http/rpc.ts'
import { getPublicCancellation } from './public-page/cancellation-service.ts'
import { getPublicAvailability, listPublicServices, listPublicTimes } from './public-service.ts'
import { getAvailability } from './service.ts'

export const availabilityRouter = {
  getPublic: publicRoute.availability.getPublic.handler(({ input, context: { caller, ip, clock } }) =>
    getPublicAvailability(input, { caller, ip, now: clock.now() }),
  ),
  listPublicTimes: publicRoute.availability.listPublicTimes.handler(({ input, context: { caller, ip, clock } }) =>
    listPublicTimes(input, { caller, ip, now: clock.now() }),
  ),
  getPublicCancellation: publicRoute.availability.getPublicCancellation.handler(
    ({ input, context: { caller, ip, clock } }) => getPublicCancellation(input, { caller, ip, now: clock.now() }),
  ),
  listPublicServices: publicRoute.availability.listPublicServices.handler(({ input, context: { caller, ip, clock } }) =>
    listPublicServices(input, { caller, ip, now: clock.now() }),
  ),
}

/** Calls that serialize their own response. */
export const availabilitySerializedCalls = [
  defineSerializedCall('availability.get', contract.availability.get, {
    schema: AvailabilityQuery,
    // The rules make the response, not rows of the database, so no field has to be removed (docs/decisions/0122).
    respond: async (caller, query, now) => {
      const text = JSON.stringify(await getAvailability(caller, query, now))
      return { read: async () => text }
    },
  }),
]
