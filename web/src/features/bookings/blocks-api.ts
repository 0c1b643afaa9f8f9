import type { NewBlock } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import { useMutation } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { requireSession } from './api.ts'

async function createBlock({ block, idempotencyKey }: { block: NewBlock; idempotencyKey: string }) {
  await requireSession()
  return client.bookings.createBlock(block, { context: { idempotencyKey } })
}

/** Blocks time, over what stands there where something is said of each. What is in the way the form says, not a toast. */
export const useCreateBlock = () =>
  useMutation({
    mutationFn: createBlock,
    meta: {
      done: 'Time blocked successfully',
      failed: ({ code, message }) =>
        code === 'BOOKING_CONFLICT'
          ? null
          : { title: message || 'Failed to create booking', description: 'Failed to create booking' },
      refresh: api.bookings.key(),
    },
  })
