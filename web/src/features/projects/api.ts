import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { type ProjectStatus, phaseWords } from '@studiohub/contract/features/projects/words.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { isNotFound } from '#lib/hooks/use-is-not-found.ts'
import { api, client } from '#lib/server/api.ts'
import { isNewer } from '#lib/server/is-newer.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const projectsKey = api.projects.key()
const projectFilesKey = api.projects.files.key()
const cardsKey = api.board.list.key()
const bookingsKey = api.bookings.list.key()
const tasksKey = api.tasks.list.key()
const PROJECTS_PER_PAGE = 30
const ACTIVITY_PER_PAGE = 20
const FILES_PER_PAGE = 10
const COMMENTS_PER_PAGE = 5

/** Refetches all project data when a project changes. */
export const useLiveProjects = () => useLive('projects', projectsKey)

/** Refetches a project's sessions, cards, files and comments when they change. */
export function useLiveProject() {
  useLiveProjects()
  useLive('bookings', projectsKey)
  useLive('cards', projectsKey)
  useLive('cards', cardsKey)
  useLive('conversations', projectFilesKey)
}

/** Projects matching a search, all or those with a status, last changed first. */
export const useProjects = (q: string, status?: ProjectStatus) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.list.infiniteOptions({
        input: (cursor: string | undefined) => ({
          limit: PROJECTS_PER_PAGE,
          ...(q && { q }),
          ...(status && { status }),
          ...cursorInput(cursor),
        }),
        ...cursorPaging,
      }),
      select: flattenPages,
      placeholderData: (previous) => previous,
      meta: { failed: 'Failed to load projects' },
    }),
  )

const UPCOMING_MAX = 100

/** The next sessions of a studio, by date and time. Shows no error, because a list has them only as a hint. */
export function useUpcomingSessions(studio_id: string, today: string) {
  useLive('bookings', bookingsKey)
  return useQuery({
    ...api.bookings.list.queryOptions({ input: { studio_id, since: today, limit: UPCOMING_MAX } }),
    // Other clients' bookings are busy times.
    select: ({ items }) => items.flatMap((item) => ('project_id' in item ? [item] : [])),
  })
}

/** The open tasks of the studio. Shows no error, like the sessions. */
export function useOpenTasks(enabled: boolean) {
  useLive('tasks', tasksKey)
  return useQuery({
    ...api.tasks.list.queryOptions({ input: { scope: 'all', state: 'open', sort: 'due', limit: UPCOMING_MAX } }),
    select: ({ items }) => items,
    enabled,
  })
}

/** The cards of all projects, in the order of the board. Shows no error, like the sessions. */
export function useStudioCards() {
  useLive('cards', cardsKey)
  return useQuery({ ...api.board.list.queryOptions({ input: {} }), select: ({ items }) => items })
}

/** Projects matching a search, for selects; without a search text the hundred last changed. */
export const useProjectSearch = (q: string) =>
  useQuery({
    ...api.projects.list.queryOptions({ input: { limit: 100, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
    select: ({ items }) => items,
  })

/** One project. There is no toast if it does not exist, because the page shows that. */
export const useProject = (id: string) =>
  useQuery({
    ...api.projects.get.queryOptions({ input: { id } }),
    meta: { failed: (error) => (isNotFound(error) ? null : 'Failed to load project') },
  })

/** A selected project that is not among the search results. Shows no error if it does not exist. */
export const useSelectedProject = (id: string, enabled: boolean) =>
  useQuery({ ...api.projects.get.queryOptions({ input: { id } }), enabled, retry: false })

/** Spec section 4: confirmed sessions are shown while the project is in production. */
export const useSessions = (id: string) =>
  useQuery({ ...api.projects.sessions.queryOptions({ input: { id } }), select: ({ items }) => items })

/** The cards of a project in the order of the board. */
export const useProjectCards = (project_id: string) =>
  useQuery({
    ...api.board.list.queryOptions({ input: { project_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load board data' },
  })

/** The files on the cards of a project and in its messages, newest first. */
export const useProjectFiles = (id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.files.infiniteOptions({
        input: (cursor: string | undefined) => ({ id, limit: FILES_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
    }),
  )

/** The comments on the cards of a project, newest first. */
export const useProjectComments = (id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.comments.infiniteOptions({
        input: (cursor: string | undefined) => ({ id, limit: COMMENTS_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
    }),
  )

/** Activity of a project, newest first. */
export const useActivity = (id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.projects.activity.infiniteOptions({
        input: (cursor: string | undefined) => ({ id, limit: ACTIVITY_PER_PAGE, ...cursorInput(cursor) }),
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

/** Updates a project and writes the response to the cache. */
export function useUpdateProject() {
  const write = useWriteProject()
  return useAction({
    send: client.projects.update,
    done: 'Project updated',
    failed: 'Failed to update project',
    refresh: projectsKey,
    onSuccess: write,
  })
}

type PhaseMove = { id: string; direction: 'next' | 'previous'; version: number }

/** Moves a project one phase forward or back (spec section 4). */
export function useMovePhase() {
  const write = useWriteProject()
  return useAction({
    send: (move: PhaseMove) => client.projects.movePhase(move),
    onSuccess: write,
    done: ({ phase }, { direction }) =>
      direction === 'previous' ? phaseWords.movedBack(phase) : phaseWords.movedOn(phase),
    failed: 'Failed to update phase',
    refresh: projectsKey,
  })
}

function useWriteProject() {
  const queryClient = useQueryClient()
  return (project: Project) =>
    queryClient.setQueryData(api.projects.get.queryOptions({ input: { id: project.id } }).queryKey, (cached) =>
      isNewer(cached, project) ? cached : project,
    )
}
