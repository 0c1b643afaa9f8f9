import { agents, cardAgents } from '@studiohub/contract/features/assistant/words.ts'
import { NewCard } from '@studiohub/contract/features/board/schema.ts'
import {
  CARD_DESCRIPTION_MAX,
  CARD_TITLE_MAX,
  cardPriorities,
  cardPriorityLabels,
} from '@studiohub/contract/features/board/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Controller } from 'react-hook-form'
import { useProjectSearch } from '#features/projects/api.ts'
import { NewProject } from '#features/projects/shared/new-project.tsx'
import { ProjectPicker } from '#features/projects/shared/project-picker.tsx'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateCard } from '../api.ts'

const priorities = cardPriorities.map((value) => ({ value, label: cardPriorityLabels[value] }))
const agentChoices = cardAgents.map((value) => ({ value, label: agents[value].name }))
const fieldNames = ['project_id', 'title', 'description'] as const

type CreateCardDialogProps = { studio: Pick<Studio, 'id'>; project: string; onClose: () => void }

function useCardForm(project: string, onClose: () => void) {
  const create = useCreateCard()
  const projectSearch = useProjectSearch('')
  const projects = (projectSearch.data ?? []).filter(({ is_sample }) => !is_sample)
  const project_id = project || (projects.length === 1 ? (projects[0]?.id ?? '') : '')
  const form = useSchemaForm(NewCard, {
    project_id,
    title: '',
    description: '',
    priority: 'medium',
    assigned_agent: null,
  })
  const submit = form.handleSubmit((card) => {
    const onError = (error: Error) => showFieldErrors(form, fieldNames, error)
    create.mutate(card, { onSuccess: onClose, onError })
  })
  return { form, submit, isPending: create.isPending, needsProject: projectSearch.isSuccess && projects.length === 0 }
}

/** Creates a card in the first column (spec section 4, New card). */
export function CreateCardDialog({ studio, project, onClose }: CreateCardDialogProps) {
  const { form, submit, isPending, needsProject } = useCardForm(project, onClose)
  const { register, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      title="Create Card"
      description={needsProject ? 'A card belongs to a project. Start one first.' : 'It starts in pre-production.'}
      submitLabel="Create Card"
      pendingLabel="Creating..."
      isPending={isPending}
      onSubmit={submit}
      closeLabel="Cancel"
      onClose={onClose}
      intro={
        needsProject && (
          <div className="mb-5">
            <NewProject
              studio={studio}
              onDone={({ id }) => form.setValue('project_id', id, { shouldValidate: true })}
            />
          </div>
        )
      }
    >
      <Controller
        control={form.control}
        name="project_id"
        render={({ field }) => (
          <Field label="Project" required error={errors.project_id?.message}>
            {(control) => (
              <ProjectPicker
                {...control}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                placeholder="Choose a project"
              />
            )}
          </Field>
        )}
      />
      <Field label="Title" required error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} maxLength={CARD_TITLE_MAX} data-autofocus />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...register('description')} maxLength={CARD_DESCRIPTION_MAX} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Priority">
          {(control) => <Select {...control} {...register('priority')} choices={priorities} />}
        </Field>
        <Field label="Assigned agent">
          {(control) => (
            <Select
              {...control}
              {...register('assigned_agent', { setValueAs: (value) => value || null })}
              choices={agentChoices}
              placeholder="Nobody"
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
