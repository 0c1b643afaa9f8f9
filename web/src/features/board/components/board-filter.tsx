import { ProjectPicker } from '#features/projects/shared/project-picker.tsx'
import { Field } from '#ui/field.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import type { BoardUrlState } from '../hooks/use-board-url-state.ts'

type BoardFilterProps = { urlState: BoardUrlState; onNavigate: (part: Partial<BoardUrlState>) => void }

/** The search and the project filter of the board. */
export function BoardFilter({ urlState, onNavigate }: BoardFilterProps) {
  return (
    // Without visible labels, because the placeholder and the selected value say the same.
    <search className="mt-1 mb-2 grid max-w-2xl grid-cols-2 gap-2 sm:gap-4 [&_label]:sr-only">
      <Field label="Search cards">
        {(control) => (
          <SearchInput
            {...control}
            maxLength={100}
            placeholder="Search cards"
            value={urlState.q}
            onChange={(event) => onNavigate({ q: event.target.value })}
          />
        )}
      </Field>
      <Field label="Project">
        {(control) => (
          <ProjectPicker
            {...control}
            emptyLabel="All Projects"
            value={urlState.project}
            onChange={(project) => onNavigate({ project })}
          />
        )}
      </Field>
    </search>
  )
}
