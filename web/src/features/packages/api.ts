import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const packagesKey = api.packages.key()

/** The packages that a studio sells, newest first. */
export function usePackages(studio_id: string) {
  useLive('packages', packagesKey)
  return useQuery({
    ...api.packages.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the packages' },
  })
}

/** The prepaid hours of a client, newest first. Refetched when bookings change. */
export function useSoldPackages(studio_id: string, client_id: string) {
  useLive('packages', packagesKey)
  useLive('bookings', packagesKey)
  return useQuery({
    ...api.packages.listSold.queryOptions({ input: { studio_id, client_id } }),
    select: ({ items }) => items,
  })
}

export const useCreatePackage = () =>
  useAction({
    send: client.packages.create,
    once: true,
    done: 'Package created',
    failed: 'Failed to create the package',
    refresh: packagesKey,
  })

export const useUpdatePackage = () =>
  useAction({
    send: client.packages.update,
    done: 'Package saved',
    failed: 'Failed to save the package',
    refresh: packagesKey,
  })

export const useSellPackage = () =>
  useAction({
    send: client.packages.sell,
    once: true,
    done: 'Package sold',
    failed: 'Failed to sell the package',
    refresh: packagesKey,
  })

export const useEndPackage = () =>
  useAction({
    send: client.packages.end,
    done: 'Package ended',
    failed: 'Failed to end the package',
    refresh: packagesKey,
  })
