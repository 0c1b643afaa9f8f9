import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Plus } from 'lucide-react'
import { NewProject } from '#features/projects/shared/new-project.tsx'
import { ProjectPicker } from '#features/projects/shared/project-picker.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { BoardUrlState } from '../hooks/use-board-url-state.ts'

type BoardFilterProps = { inUrl: BoardUrlState; onGo: (part: Partial<BoardUrlState>) => void }

/** The board's filter. */
export function BoardFilter({ inUrl, onGo }: BoardFilterProps) {
  return (
    <search className="grid max-w-2xl gap-4 sm:grid-cols-2">
      <Field label="Search cards">
        {(control) => (
          <Input
            {...control}
            type="search"
            maxLength={100}
            placeholder="Title or description"
            value={inUrl.q}
            onChange={(event) => onGo({ q: event.target.value })}
          />
        )}
      </Field>
      <Field label="Project">
        {(control) => (
          <ProjectPicker
            {...control}
            emptyLabel="All Projects"
            value={inUrl.project}
            onChange={(project) => onGo({ project })}
          />
        )}
      </Field>
    </search>
  )
}

type BoardActionsProps = {
  studio: Pick<Studio, 'id'>
  onCreate: () => void
  onProject: (project: Project) => void
}

export function BoardActions({ studio, onCreate, onProject }: BoardActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
      <NewProject studio={studio} look="secondary" onDone={onProject} />
      <Button onClick={onCreate} aria-keyshortcuts="c">
        <Plus aria-hidden />
        Create Card
      </Button>
    </div>
  )
}
