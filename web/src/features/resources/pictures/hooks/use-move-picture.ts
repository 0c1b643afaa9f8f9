import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { renderImmediately } from '#lib/server/query-client.ts'
import { useAction } from '#lib/server/use-action.ts'
import { picturesKey, picturesQuery } from '../api.ts'
import { movedTo } from '../model/order.ts'

/** Moves a picture and shows the new order immediately. */
export function useMovePicture(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = picturesQuery(studio_id)
  return useAction({
    send: ({ id, position }: { id: string; position: number }) => client.resources.updatePicture({ id, position }),
    failed: 'Error updating settings',
    refresh: picturesKey,
    onMutate: ({ id, position }) => {
      const list = queryClient.getQueryData(queryKey)
      const picture = list?.items.find((one) => one.id === id)
      if (!list || !picture) return
      const { service_key, resource_id } = picture
      const isBeside = (one: Picture) => one.service_key === service_key && one.resource_id === resource_id
      const items = [
        ...list.items.filter((one) => !isBeside(one)),
        ...movedTo(list.items.filter(isBeside), id, position),
      ]
      renderImmediately(() => queryClient.setQueryData(queryKey, { ...list, items }))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
