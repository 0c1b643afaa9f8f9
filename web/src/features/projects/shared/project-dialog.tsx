import { NewProject, type Project } from '@studiohub/contract/features/projects/schema.ts'
import {
  PROJECT_DESCRIPTION_MAX,
  PROJECT_TITLE_MAX,
  projectTypeLabels,
  projectTypes,
} from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useState } from 'react'
import { useClientOptions } from '#features/clients/api.ts'
import { useMe } from '#features/profile/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateProject, useUpdateProject } from '../api.ts'

const types = projectTypes.map((value) => ({ value, label: projectTypeLabels[value] }))
const fieldNames = ['title', 'description', 'project_type'] as const

type ProjectDialogProps = {
  studio: Pick<Studio, 'id'>
  /** Omit it to create a project. */
  project?: Project
  onClose: () => void
  onDone?: (project: Project) => void
}

/** Creates or edits a project (spec section 5, New project). */
export function ProjectDialog({ studio, project, onClose, onDone }: ProjectDialogProps) {
  const clientChoice = useClientChoice(studio.id, project === undefined)
  const create = useCreateProject()
  const update = useUpdateProject()
  const { title = '', description = '' } = project ?? {}
  const form = useSchemaForm(NewProject, { title, description, ...(project && { project_type: project.project_type }) })
  const { errors } = form.formState
  const callbacks = {
    onSuccess: (savedProject: Project) => {
      onClose()
      onDone?.(savedProject)
    },
    onError: (error: Error) => showFieldErrors(form, fieldNames, error),
  }
  const submit = form.handleSubmit((fields) => {
    if (create.isPending || update.isPending) return
    if (project) return update.mutate({ id: project.id, version: project.version, ...fields }, callbacks)
    const client_id = clientChoice.readClientId()
    if (client_id === false) return
    const newProject = { ...fields, studio_id: studio.id, ...(client_id && { client_id }) }
    create.mutate(newProject, callbacks)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={project ? 'Edit project' : 'New Project'}
      {...(!project && { description: 'It starts as a draft in pre-production.' })}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="project"
            pending={create.isPending || update.isPending}
            pendingText={project ? 'Saving...' : 'Creating...'}
          >
            {project ? 'Save changes' : 'Create Project'}
          </Button>
        </>
      }
    >
      <form id="project" noValidate onSubmit={submit} className="grid gap-5">
        {clientChoice.field}
        <Field label="Title" required error={errors.title?.message}>
          {(control) => <Input {...control} {...form.register('title')} maxLength={PROJECT_TITLE_MAX} data-autofocus />}
        </Field>
        <Field label="Project type" required error={errors.project_type?.message}>
          {(control) => (
            <Select {...control} {...form.register('project_type')} choices={types} placeholder="Choose a type" />
          )}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(control) => <Textarea {...control} {...form.register('description')} maxLength={PROJECT_DESCRIPTION_MAX} />}
        </Field>
      </form>
    </Dialog>
  )
}

/** Staff choose the client of a new project. A client's project is always their own. */
function useClientChoice(studio_id: string, isNew: boolean) {
  const needsClient = useMe().role !== 'client' && isNew
  const clients = useClientOptions(studio_id, needsClient)
  const [client_id, setClient] = useState('')
  const [isMissing, setMissing] = useState(false)
  const choices = (clients.data ?? []).map(({ id, full_name }) => ({
    value: id,
    label: full_name ?? 'No name',
  }))
  const chooseClient = (value: string) => {
    setClient(value)
    setMissing(value === '')
  }
  /** The client's id; null if it is not needed, false if it is missing. */
  const readClientId = () => {
    setMissing(needsClient && client_id === '')
    if (!needsClient) return null
    return client_id === '' ? false : client_id
  }
  const field = needsClient && (
    <Field label="Client" required error={isMissing ? 'Please choose a client' : undefined}>
      {(control) => (
        <Select
          {...control}
          choices={choices}
          placeholder="Choose a client"
          value={client_id}
          onChange={(event) => chooseClient(event.target.value)}
        />
      )}
    </Field>
  )
  return { readClientId, field }
}
