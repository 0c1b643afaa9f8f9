import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const exportsKey = api.studioExports.key()

/** The exports of a studio, newest first. */
export function useStudioExports(studio_id: string) {
  useLive('studio-exports', exportsKey)
  return useQuery({
    ...api.studioExports.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load exports' },
  })
}

export const useCreateStudioExport = () =>
  useAction({
    send: client.studioExports.create,
    once: true,
    done: 'Export requested',
    failed: 'Failed to request the export',
    refresh: exportsKey,
  })

/** Gets a link and lets the browser download the file, which can be larger than its memory. */
export const useDownloadStudioExport = () =>
  useAction({
    send: client.studioExports.createLink,
    failed: 'Failed to download the export',
    refresh: exportsKey,
    onSuccess: ({ url }) => window.location.assign(url),
  })
