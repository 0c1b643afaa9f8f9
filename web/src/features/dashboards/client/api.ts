import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

/** Spec section 9: number of projects on the client's home page. */
const RECENT_PROJECTS = 5

const projectsKey = api.projects.key()

/** The number of the client's projects in each state. Refetched when a project changes. */
export function useProjectStats() {
  useLive('projects', projectsKey)
  return useQuery({ ...api.projects.stats.queryOptions({ input: {} }), meta: { failed: 'Failed to load projects' } })
}

/** The most recently changed projects. */
export const useRecentProjects = () =>
  useQuery({
    ...api.projects.list.queryOptions({ input: { limit: RECENT_PROJECTS } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load projects' },
  })
