import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseWords } from '@studiohub/contract/features/projects/words.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { isNotFound } from '#lib/hooks/use-is-not-found.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const projectsKey = api.projects.key()
const PROJECTS_A_PAGE = 30
const ACTIVITY_A_PAGE = 20

/** Keeps everything shown of projects as it is in the database, no matter who changes it. */
export const useLiveProjects = () => useLive('projects', projectsKey)

/** The same of what happens around one project: its sessions and its cards. */
export function useLiveProject() {
  useLiveProjects()
  useLive('bookings', projectsKey)
  useLive('cards', projectsKey)
}

/** The last changed first, found by the words that are searched for. */
export const useProjects = (q: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.list.infiniteOptions({
        input: (cursor: string | undefined) => ({
          limit: PROJECTS_A_PAGE,
          ...(q && { q }),
          ...cursorInput(cursor),
        }),
        ...cursorPaging,
      }),
      select: flattenPages,
      placeholderData: (before) => before,
      meta: { failed: 'Failed to load projects' },
    }),
  )

/** Those found by their words, for choosing one: the hundred last changed until somebody types. */
export const useProjectsFound = (q: string) =>
  useQuery({
    ...api.projects.list.queryOptions({ input: { limit: 100, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
    select: ({ items }) => items,
  })

/** One project; where there is none the page says so, and no toast besides. */
export const useProject = (id: string) =>
  useQuery({
    ...api.projects.get.queryOptions({ input: { id } }),
    meta: { failed: (problem) => (isNotFound(problem) ? null : 'Failed to load project') },
  })

/** One that was chosen and is not among those found; of one that is not there nothing is said. */
export const useChosenProject = (id: string, enabled: boolean) =>
  useQuery({ ...api.projects.get.queryOptions({ input: { id } }), enabled, retry: false })

/** Spec section 4: confirmed sessions are shown while the project is in production. */
export const useSessions = (id: string) =>
  useQuery({ ...api.projects.sessions.queryOptions({ input: { id } }), select: ({ items }) => items })

/** What happened, a page at a time, the newest first. */
export const useActivity = (id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.activity.infiniteOptions({
        input: (cursor: string | undefined) => ({ id, limit: ACTIVITY_A_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
    }),
  )

export const useCreateProject = () =>
  useAction({
    send: client.projects.create,
    once: true,
    done: 'Project created successfully!',
    failed: 'Failed to create project',
    refresh: projectsKey,
  })

/** Edits a project; what is shown follows the answer. */
export function useUpdateProject() {
  const write = useWrite()
  return useAction({
    send: client.projects.update,
    done: 'Project updated',
    failed: 'Failed to update project',
    refresh: projectsKey,
    onSuccess: write,
  })
}

type Move = { id: string; direction: 'next' | 'previous'; version: number }

/** Moves one phase on or back (spec section 4). */
export function useMovePhase() {
  const write = useWrite()
  return useAction({
    send: (move: Move) => client.projects.movePhase(move),
    onSuccess: write,
    done: ({ phase }, { direction }) =>
      direction === 'previous' ? phaseWords.movedBack(phase) : phaseWords.movedOn(phase),
    failed: 'Failed to update phase',
    refresh: projectsKey,
  })
}

function useWrite() {
  const queryClient = useQueryClient()
  return (project: Project) =>
    queryClient.setQueryData(api.projects.get.queryOptions({ input: { id: project.id } }).queryKey, project)
}
