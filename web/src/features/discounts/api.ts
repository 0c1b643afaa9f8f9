import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const discountsKey = api.discounts.key()

/** The discount codes of a studio, newest first. Refetched when one changes. */
export function useDiscounts(studio_id: string) {
  useLive('discounts', discountsKey)
  return useQuery({
    ...api.discounts.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the codes' },
  })
}

export const useCreateDiscount = () =>
  useAction({
    send: client.discounts.create,
    once: true,
    done: 'Code created',
    failed: 'Failed to create the code',
    refresh: discountsKey,
  })

export const useUpdateDiscount = () =>
  useAction({
    send: client.discounts.update,
    done: 'Code saved',
    failed: 'Failed to save the code',
    refresh: discountsKey,
  })
