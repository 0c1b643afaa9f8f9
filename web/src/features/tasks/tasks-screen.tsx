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
import type { TasksShown } from './api.ts'
import { TaskDialog, TaskList } from './shared/task-list.tsx'

const views = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
  { value: 'studio', label: 'Whole studio' },
] as const
type View = (typeof views)[number]['value']

const shownIn: Record<View, TasksShown> = {
  open: { scope: 'mine', state: 'open' },
  done: { scope: 'mine', state: 'done' },
  studio: { scope: 'all', state: 'open' },
}

const emptyIn: Record<View, { title: string; says: string }> = {
  open: { title: 'Nothing to do', says: 'Tasks that are given to you appear here. You can also make one yourself.' },
  done: { title: 'Nothing done yet', says: 'Tasks that you have completed are kept here.' },
  studio: { title: 'No tasks in this studio', says: 'Make the first one and give it to somebody.' },
}

const loadDialog = () => import('./shared/task-dialog.tsx')

export default function TasksScreen() {
  const { studio, me } = useActiveStudio()
  const [params, setParams] = useSearchParams()
  const [isNew, setNew] = useState(false)
  usePrefetch(loadDialog)
  if (!studio) return <NoStudio page="My Tasks" />
  const asked = views.find(({ value }) => value === params.get('show'))?.value
  const view = asked ?? (me.role === 'studio_admin' ? 'studio' : 'open')
  const newTask = (
    <Button onClick={() => setNew(true)}>
      <Plus aria-hidden />
      New Task
    </Button>
  )
  return (
    <Page
      title={me.role === 'studio_admin' ? 'Tasks' : 'My Tasks'}
      subtitle="What there is to do, and by when"
      action={newTask}
    >
      <div>
        <Segmented
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
        shown={shownIn[view]}
        canEdit
        empty={
          <EmptyState icon={ListTodo} title={emptyIn[view].title}>
            {emptyIn[view].says}
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
