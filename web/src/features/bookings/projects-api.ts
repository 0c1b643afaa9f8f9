import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'

/** Projects of a studio or of one of its clients, last changed first. */
export const useProjects = (studio_id: string, client_id: string | null, enabled = true) =>
  useQuery({
    queryKey: [...api.projects.list.key(), 'whole', studio_id, client_id],
    queryFn: () =>
      readAllPages((page) => client.projects.list({ studio_id, ...page, ...(client_id && { client_id }) })),
    enabled,
  })
