import {
  BUFFER_MINUTES_MAX,
  NewResource,
  RESOURCE_NAME_MAX,
  type Resource,
  type ResourceKind,
} from '@studiohub/contract/features/resources/schema.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCreateResource, usePeople, useUpdateResource } from '../api.ts'
import { ColorField } from './color-field.tsx'
import { PicturesPart } from './pictures-part.tsx'

export const kindNames: Record<ResourceKind, string> = { room: 'room', person: 'person', equipment: 'equipment' }

type ResourceDialogProps = {
  studio_id: string
  kind: ResourceKind
  /** The resource to edit; null to add a new one. */
  resource: Resource | null
  onClose: () => void
}

const NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }
const EMPTY_IS_NULL = { setValueAs: (text: string | null) => text || null }
const fieldNames = ['name', 'details', 'color', 'setup_minutes', 'teardown_minutes', 'is_active', 'user_id'] as const

/** Adds or edits a room, a person or equipment. */
export function ResourceDialog({ studio_id, kind, resource, onClose }: ResourceDialogProps) {
  const { form, submit, isPending } = useResourceForm({ studio_id, kind, resource, onClose })
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      title={resource ? `Edit ${resource.name}` : `Add ${kindNames[kind]}`}
      submitLabel={resource ? 'Save changes' : `Add ${kindNames[kind]}`}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      below={
        kind !== 'equipment' && (
          <PicturesPart
            studio_id={studio_id}
            owner={resource && { resource_id: resource.id }}
            name={resource?.name ?? ''}
            {...(kind === 'person' && {
              place: 'The first is shown where sessions are planned, and on your public page if it shows people.',
            })}
          />
        )
      }
    >
      {kind === 'person' && <PersonField studio_id={studio_id} form={form} />}
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} maxLength={RESOURCE_NAME_MAX} data-autofocus />}
      </Field>
      {kind !== 'equipment' && (
        <Field
          label={kind === 'room' ? 'Size and gear' : 'What they do'}
          hint="Shown on your public page."
          error={errors.details?.message}
        >
          {(control) => <Textarea {...control} {...register('details', EMPTY_IS_NULL)} rows={2} />}
        </Field>
      )}
      <ColorField
        value={watch('color') ?? null}
        onChange={(color) => setValue('color', color, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Set-up minutes" error={errors.setup_minutes?.message}>
          {(control) => <Minutes {...control} {...register('setup_minutes', NUMBER)} />}
        </Field>
        <Field label="Tear-down minutes" error={errors.teardown_minutes?.message}>
          {(control) => <Minutes {...control} {...register('teardown_minutes', NUMBER)} />}
        </Field>
      </div>
      <p className="-mt-3 text-sm text-muted-foreground">
        Kept free before and after every new session. Existing bookings stay unchanged.
      </p>
      <Switch
        label="Active"
        hint="If off, it cannot be booked. Existing bookings stay."
        checked={watch('is_active') ?? true}
        onChange={(is_active) => setValue('is_active', is_active, { shouldDirty: true })}
      />
    </FormDialog>
  )
}

const Minutes = (props: React.ComponentProps<'input'>) => (
  <Input {...props} type="number" inputMode="numeric" min={0} max={BUFFER_MINUTES_MAX} step={5} />
)

function useResourceForm({ studio_id, kind, resource, onClose }: ResourceDialogProps) {
  const create = useCreateResource()
  const update = useUpdateResource()
  const { name = '', color = null, setup_minutes = 0, teardown_minutes = 0 } = resource ?? {}
  const { is_active = true, user_id = null, details = null } = resource ?? {}
  const form = useSchemaForm(NewResource, {
    kind,
    name,
    color,
    setup_minutes,
    teardown_minutes,
    is_active,
    user_id,
    details,
  })
  const callbacks = { onSuccess: onClose, onError: (error: Error) => showFieldErrors(form, fieldNames, error) }
  const submit = form.handleSubmit(({ kind: _kind, ...fields }) => {
    if (create.isPending || update.isPending) return
    if (resource) update.mutate({ id: resource.id, version: resource.version, ...fields }, callbacks)
    else create.mutate({ studio_id, kind, ...fields }, callbacks)
  })
  return { form, submit, isPending: create.isPending || update.isPending }
}

type PersonFieldProps = { studio_id: string; form: ReturnType<typeof useResourceForm>['form'] }

function PersonField({ studio_id, form }: PersonFieldProps) {
  const people = usePeople(studio_id, true)
  const { errors } = form.formState
  const choices = (people.data ?? []).map(({ user_id, full_name }) => ({
    value: user_id,
    label: full_name ?? 'No name',
  }))
  const selectPerson = (user_id: string) => {
    form.setValue('user_id', user_id || null, { shouldDirty: true, shouldValidate: true })
    const person = choices.find(({ value }) => value === user_id)
    if (person && !form.getValues('name')) form.setValue('name', person.label, { shouldDirty: true })
  }
  return (
    <Field
      label="Crew member"
      hint="A person who works at your studio and signs in here. Leave it empty for others."
      error={errors.user_id?.message}
    >
      {(control) => (
        <Select
          {...control}
          choices={choices}
          placeholder="No account"
          value={form.watch('user_id') ?? ''}
          onChange={(event) => selectPerson(event.target.value)}
        />
      )}
    </Field>
  )
}
