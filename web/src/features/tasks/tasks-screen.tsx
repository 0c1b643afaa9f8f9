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
import { TaskDialog, TaskList } from './shared/task-list.tsx'

const scopes = [
  { value: 'mine', label: 'Mine' },
  { value: 'studio', label: 'Whole studio' },
] as const

const states = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
] as const

type Shown = { scope: (typeof scopes)[number]['value']; state: (typeof states)[number]['value'] }

/** The tasks that the address names: `of` the user or the studio, and which to `show`. Older links have `show=studio`. */
function readShown(params: URLSearchParams, defaultScope: Shown['scope']): Shown {
  const show = params.get('show')
  return {
    scope: scopes.find(({ value }) => value === params.get('of'))?.value ?? (show === 'studio' ? show : defaultScope),
    state: states.find(({ value }) => value === show)?.value ?? 'open',
  }
}

function getEmptyText({ scope, state }: Shown): { title: string; text: string } {
  if (state === 'done')
    return {
      title: 'No completed tasks',
      text: `${scope === 'mine' ? 'Your completed tasks' : 'Completed tasks of the studio'} appear here.`,
    }
  return scope === 'mine'
    ? { title: 'Nothing to do', text: 'Tasks assigned to you appear here. You can also create one yourself.' }
    : { title: 'No tasks in this studio', text: 'Create the first one and assign it.' }
}

const loadDialog = () => import('./shared/task-dialog.tsx')

export default function TasksScreen() {
  const { studio, me } = useActiveStudio()
  const [params, setParams] = useSearchParams()
  const [isNew, setNew] = useState(false)
  usePrefetch(loadDialog)
  if (!studio) return <NoStudio page="My Tasks" />
  const isAdmin = me.role === 'studio_admin'
  const shown = readShown(params, isAdmin ? 'studio' : 'mine')
  const show = (part: Partial<Shown>) => {
    const { scope, state } = { ...shown, ...part }
    setParams({ show: state, of: scope }, { replace: true, preventScrollReset: true })
  }
  const empty = getEmptyText(shown)
  const newTask = (
    <Button onClick={() => setNew(true)}>
      <Plus aria-hidden />
      New Task
    </Button>
  )
  return (
    <Page
      title={isAdmin ? 'Tasks' : 'My Tasks'}
      subtitle={`${shown.scope === 'mine' ? 'Your tasks' : 'Tasks of the studio'}, ${
        shown.state === 'open' ? 'by due date and priority' : 'newest first'
      }`}
      action={newTask}
    >
      <div className="-mx-4 flex items-center justify-between gap-2 overflow-x-auto px-4 md:mx-0 md:justify-start md:gap-4 md:px-0">
        <Segmented label="Whose tasks" value={shown.scope} choices={scopes} onChange={(scope) => show({ scope })} />
        <Segmented label="Status" value={shown.state} choices={states} onChange={(state) => show({ state })} />
      </div>
      <TaskList
        key={`${shown.scope} ${shown.state}`}
        label={shown.state === 'open' ? 'Tasks to do' : 'Completed tasks'}
        studio={studio}
        filter={{
          scope: shown.scope === 'mine' ? 'mine' : 'all',
          state: shown.state,
          ...(shown.state === 'open' && { sort: 'due' }),
        }}
        canEdit
        framed
        empty={
          <EmptyState icon={ListTodo} title={empty.title}>
            {empty.text}
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
