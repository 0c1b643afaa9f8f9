import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

/** Spec section 9: so many projects on the client's first page. */
const RECENT_PROJECTS = 5

const projectsKey = api.projects.key()

/** How many of one's projects are active, in production and completed; read again when one changes. */
export function useProjectStats() {
  useLive('projects', projectsKey)
  return useQuery({ ...api.projects.stats.queryOptions({ input: {} }), meta: { failed: 'Failed to load projects' } })
}

/** The projects that were changed last. */
export const useRecentProjects = () =>
  useQuery({
    ...api.projects.list.queryOptions({ input: { limit: RECENT_PROJECTS } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load projects' },
  })
