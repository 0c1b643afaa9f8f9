import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { bookingsKey } from './cache-api.ts'

export const useWaiveFee = () =>
  useAction({
    send: client.bookings.waiveFee,
    done: 'Fee waived',
    failed: 'Failed to waive the fee',
    refresh: bookingsKey,
  })
