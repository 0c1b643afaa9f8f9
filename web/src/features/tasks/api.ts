import { isOverdue, type TaskStep, taskSteps } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createOfflineQueue } from '#lib/offline/send-or-queue.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const tasksKey = api.tasks.key()
const listsKey = api.tasks.list.key({ type: 'infinite' })
const TASKS_PER_PAGE = 50

/** The filter of a task list. */
export type TaskFilter = {
  scope: 'mine' | 'all'
  state?: 'open' | 'done'
  project_id?: string
  /** `due`: by due date, then by priority. Tasks of a project always are. */
  sort?: 'newest' | 'due'
}

/** Tasks, page by page, newest first or by due date. */
export const useTasks = (filter: TaskFilter) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.tasks.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ ...filter, limit: TASKS_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
      meta: { failed: 'Failed to load tasks' },
    }),
  )

/**
 * Open tasks whose due date has passed, the oldest date first. They are the first ones, so it loads pages until one ends with
 * another task. @param today `yyyy-MM-dd` in the studio's time zone
 */
export function useOverdueTasks(scope: TaskFilter['scope'], today: string) {
  useLiveTasks()
  const tasks = useTasks({ scope, state: 'open', sort: 'due' })
  const { data = [], hasNextPage, isFetching, isError, fetchNextPage } = tasks
  const last = data.at(-1)
  const mayFollow = last !== undefined && last.due_date !== null && last.due_date < today
  const needsMore = hasNextPage && !isFetching && !isError && mayFollow
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  const overdue = data.filter((task) => isOverdue(task, today))
  return { ...tasks, data: tasks.data && overdue }
}

/** Refetches tasks when one changes. */
export const useLiveTasks = () => useLive('tasks', tasksKey)

type TaskPages = InfiniteData<{ items: Task[]; next_cursor: string | null }>
const saveOptions = { done: 'Task updated successfully', failed: 'Failed to update task', refresh: tasksKey } as const

type TaskChange = { task: Task; step: Exclude<TaskStep, 'cancel'> }

/** Starts or completes a task optimistically; reverts on an error. */
export function useChangeTaskStatus() {
  const queryClient = useQueryClient()
  return useAction({
    send: ({ task, step }: TaskChange, options) => client.tasks[step]({ id: task.id }, options),
    queue: createOfflineQueue(({ task, step }: TaskChange) =>
      step === 'complete' ? { call: 'tasks.complete', input: { id: task.id }, text: `Complete ${task.title}` } : null,
    ),
    ...saveOptions,
    onMutate: async ({ task, step }) => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      const previousLists = queryClient.getQueriesData<TaskPages>({ queryKey: listsKey })
      const status = taskSteps[step].to
      queryClient.setQueriesData<TaskPages>(
        { queryKey: listsKey },
        (cached) =>
          cached && {
            ...cached,
            pages: cached.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === task.id ? { ...item, status } : item)),
            })),
          },
      )
      return previousLists
    },
    // Restores the lists itself, because refetching fails without a connection.
    onError: (_error, _input, previousLists) => {
      for (const [key, previousData] of previousLists ?? []) queryClient.setQueryData(key, previousData)
      return queryClient.invalidateQueries({ queryKey: tasksKey })
    },
  })
}

export const useCreateTask = () =>
  useAction({
    send: client.tasks.create,
    once: true,
    done: 'Task created successfully',
    failed: 'Failed to create task',
    refresh: tasksKey,
  })

export const useUpdateTask = () => useAction({ send: client.tasks.update, ...saveOptions })
