import { canReassignTask } from '@studiohub/contract/features/tasks/policy.ts'
import { NewTask, type Task } from '@studiohub/contract/features/tasks/schema.ts'
import { TASK_TITLE_MAX, taskPriorities, taskPriorityLabels } from '@studiohub/contract/features/tasks/words.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { usePeople } from '#features/resources/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateTask, useUpdateTask } from '../api.ts'

type TaskDialogProps = {
  studio_id: string
  /** The task to edit; null to create one. */
  task: Task | null
  /** The project for a new task. */
  project_id?: string
  onClose: () => void
}

const fieldNames = ['title', 'description', 'priority', 'due_date', 'assigned_to'] as const
const emptyToNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }
const priorities = taskPriorities.map((value) => ({ value, label: taskPriorityLabels[value] }))

/** Creates or edits a task. */
export function TaskDialog(props: TaskDialogProps) {
  const { task, onClose } = props
  const { form, submit, isPending, cancel } = useTaskForm(props)
  const { register, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      title={task ? 'Edit Task' : 'New Task'}
      submitLabel={task ? 'Save changes' : 'Create Task'}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      extraAction={
        task && (
          <Button look="quiet" className="md:mr-auto" onClick={cancel}>
            Cancel this task
          </Button>
        )
      }
    >
      <Field label="Title" required error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} maxLength={TASK_TITLE_MAX} data-autofocus />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} rows={3} {...register('description', emptyToNull)} />}
      </Field>
      <AssigneeField {...props} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Priority" error={errors.priority?.message}>
          {(control) => <Select {...control} choices={priorities} {...register('priority')} />}
        </Field>
        <DateField label="Due date" error={errors.due_date?.message} {...register('due_date', emptyToNull)} />
      </div>
    </FormDialog>
  )
}

function useTaskForm({ task, project_id, onClose }: TaskDialogProps) {
  const create = useCreateTask()
  const update = useUpdateTask()
  const { title = '', description = null, priority = 'medium', due_date = null, assigned_to = null } = task ?? {}
  const projectField = { project_id: task?.project_id ?? project_id ?? null }
  const form = useSchemaForm(NewTask, { title, description, priority, due_date, assigned_to, ...projectField })
  const isPending = create.isPending || update.isPending
  const callbacks = { onSuccess: onClose, onError: (error: Error) => showFieldErrors(form, fieldNames, error) }
  const submit = form.handleSubmit((fields) => {
    if (isPending) return
    if (!task) return create.mutate(fields, callbacks)
    const { project_id: _, ...changes } = fields
    update.mutate({ id: task.id, version: task.version, ...changes }, callbacks)
  })
  const cancel = () => {
    if (task && !isPending) update.mutate({ id: task.id, version: task.version, status: 'cancelled' }, callbacks)
  }
  return { form, submit, isPending, cancel }
}

type AssigneeFieldProps = TaskDialogProps & { form: ReturnType<typeof useTaskForm>['form'] }

function AssigneeField({ studio_id, task, form }: AssigneeFieldProps) {
  const actor = toActor(useMe())
  const people = usePeople(studio_id, true)
  const mayChoose = task === null || canReassignTask(actor, task)
  const choices = (people.data ?? []).map(({ user_id, full_name }) => ({
    value: user_id,
    label: `${full_name ?? 'No name'}${user_id === actor.user_id ? ' (you)' : ''}`,
  }))
  const { name, ...fieldProps } = form.register('assigned_to', emptyToNull)
  return (
    <Field
      label="Assigned to"
      error={form.formState.errors.assigned_to?.message}
      {...(!mayChoose && {
        hint: 'Only its creator and the studio’s admins can reassign this task.',
      })}
    >
      {(control) => (
        <Select
          {...control}
          {...fieldProps}
          name={name}
          // The names load after the form, so the select is mounted again to show the assignee.
          key={people.isSuccess ? 'named' : 'waiting'}
          disabled={!mayChoose}
          choices={choices}
          placeholder="Not assigned"
        />
      )}
    </Field>
  )
}
