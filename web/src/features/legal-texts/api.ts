import type { NewStudioTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

const failed = 'Failed to save the legal texts'
const DONE_TEXT = 'Legal texts saved'

/** The imprint and privacy text of a studio. */
export const useLegalTexts = (studio_id: string) => useQuery(api.legalTexts.get.queryOptions({ input: { studio_id } }))

export function useUpdateLegalTexts(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = api.legalTexts.get.queryOptions({ input: { studio_id } })
  return useAction({
    send: (texts: NewStudioTexts, options) => client.legalTexts.update({ ...texts, studio_id }, options),
    done: DONE_TEXT,
    failed,
    onSuccess: (texts) => queryClient.setQueryData(queryKey, texts),
  })
}

/** The legal texts of the platform, for operators. */
export const usePlatformLegalTexts = () => useQuery(api.legalTexts.getPlatform.queryOptions())

export function useUpdatePlatformLegalTexts() {
  const queryClient = useQueryClient()
  const { queryKey } = api.legalTexts.getPlatform.queryOptions()
  return useAction({
    send: client.legalTexts.updatePlatform,
    done: DONE_TEXT,
    failed,
    onSuccess: (texts) => queryClient.setQueryData(queryKey, texts),
  })
}
