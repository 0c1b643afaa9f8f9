import type { NewBlock } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import { api, client } from '#lib/server/api.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { checkSignedIn } from './auth-api.ts'

async function createBlock(block: NewBlock, options: CallOptions) {
  await checkSignedIn()
  return client.bookings.createBlock(block, options)
}

/** Blocks time and resolves conflicting bookings. The form shows conflicts, so they have no toast. */
export const useCreateBlock = () =>
  useAction({
    send: createBlock,
    once: true,
    done: 'Time blocked successfully',
    failed: ({ code, message }) =>
      code === 'BOOKING_CONFLICT'
        ? null
        : { title: message || 'Failed to create booking', description: 'Failed to create booking' },
    refresh: api.bookings.key(),
  })
