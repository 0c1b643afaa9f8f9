import { ListTodo, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import type { TaskFilter } from './api.ts'
import { TaskDialog, TaskList } from './shared/task-list.tsx'

const views = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
  { value: 'studio', label: 'Whole studio' },
] as const
type View = (typeof views)[number]['value']

const viewFilters: Record<View, TaskFilter> = {
  open: { scope: 'mine', state: 'open' },
  done: { scope: 'mine', state: 'done' },
  studio: { scope: 'all', state: 'open' },
}

const emptyTexts: Record<View, { title: string; text: string }> = {
  open: { title: 'Nothing to do', text: 'Tasks assigned to you appear here. You can also create one yourself.' },
  done: { title: 'No completed tasks', text: 'Your completed tasks appear here.' },
  studio: { title: 'No tasks in this studio', text: 'Create the first one and assign it.' },
}

const loadDialog = () => import('./shared/task-dialog.tsx')

export default function TasksScreen() {
  const { studio, me } = useActiveStudio()
  const [params, setParams] = useSearchParams()
  const [isNew, setNew] = useState(false)
  usePrefetch(loadDialog)
  if (!studio) return <NoStudio page="My Tasks" />
  const requestedView = views.find(({ value }) => value === params.get('show'))?.value
  const view = requestedView ?? (me.role === 'studio_admin' ? 'studio' : 'open')
  const newTask = (
    <Button onClick={() => setNew(true)}>
      <Plus aria-hidden />
      New Task
    </Button>
  )
  return (
    <Page
      title={me.role === 'studio_admin' ? 'Tasks' : 'My Tasks'}
      subtitle={
        view === 'studio' ? 'Tasks of the studio, overdue ones first' : 'Your tasks and their due dates, newest first'
      }
      action={newTask}
    >
      <div>
        <Segmented
          isWide
          label="Tasks shown"
          value={view}
          choices={views}
          onChange={(show) => setParams({ show }, { replace: true, preventScrollReset: true })}
        />
      </div>
      <TaskList
        key={view}
        label={views.find(({ value }) => value === view)?.label ?? ''}
        studio={studio}
        filter={viewFilters[view]}
        canEdit
        framed
        empty={
          <EmptyState icon={ListTodo} title={emptyTexts[view].title}>
            {emptyTexts[view].text}
          </EmptyState>
        }
      />
      {isNew && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <TaskDialog studio_id={studio.id} task={null} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </Page>
  )
}
