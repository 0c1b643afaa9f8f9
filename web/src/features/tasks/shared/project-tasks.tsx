import { canCreateTask } from '@studiohub/contract/features/tasks/policy.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyLine } from '#ui/empty-line.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { TaskDialog, TaskList } from './task-list.tsx'

type ProjectTasksProps = { project_id: string; studio: { id: string; timezone: string } }

/** The tasks of a project by due date. Its client sees them, and the studio can edit them. */
export function ProjectTasks({ project_id, studio }: ProjectTasksProps) {
  const mayWork = canCreateTask(toActor(useMe()), studio.id)
  const [isNew, setNew] = useState(false)
  return (
    <Card
      title="Tasks"
      action={
        mayWork && (
          <Button look="secondary" size="small" onClick={() => setNew(true)}>
            <Plus aria-hidden />
            New Task
          </Button>
        )
      }
    >
      <TaskList
        label="Tasks of this project"
        studio={studio}
        filter={{ scope: 'all', project_id }}
        canEdit={mayWork}
        empty={<EmptyLine>No tasks yet.</EmptyLine>}
      />
      {isNew && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <TaskDialog studio_id={studio.id} project_id={project_id} task={null} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </Card>
  )
}
