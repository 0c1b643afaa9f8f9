import { type Role, roleLabels, roles } from '@studiohub/contract/actor.ts'
import { AssignRoleInput, type PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { studioRoles } from '@studiohub/contract/features/admin/words.ts'
import { useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Combobox } from '#ui/combobox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { useAssignRole, useStudioChoices } from '../api.ts'
import { getDisplayName } from '../model/wording.ts'

const atStudios: readonly string[] = studioRoles
const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** The form for a new role. If the user would lose a client role, it asks first. */
function useAssignRoleForm(person: PlatformUser, onClose: () => void) {
  const assign = useAssignRole()
  const form = useSchemaForm(AssignRoleInput, { role: 'staff', studio_id: null })
  const [ending, setEnding] = useState<AssignRoleInput | null>(null)
  const present = person.roles.find((role) => role.role === 'client' && role.status === 'active')
  const send = ({ studio_id, ...input }: AssignRoleInput) => {
    const onError = (error: Error) => showFieldErrors(form, ['role', 'studio_id'], error)
    assign.mutate({ user_id: person.id, ...input, ...(studio_id && { studio_id }) }, { onSuccess: onClose, onError })
  }
  const submit = form.handleSubmit((input) => (input.role === 'client' && present ? setEnding(input) : send(input)))
  const question = ending &&
    present && {
      studio: present.studio_name,
      onConfirm: () => send({ ...ending, ends_client_role: true }),
      onClose: () => setEnding(null),
    }
  return { form, submit, question, isPending: assign.isPending }
}

/** Assigns a role. The studio is optional (spec section 5). */
export function AssignRoleDialog({ person, onClose }: { person: PlatformUser; onClose: () => void }) {
  const { form, submit, question, isPending } = useAssignRoleForm(person, onClose)
  const { errors } = form.formState
  const role = form.watch('role')
  if (question) return <EndClientRoleDialog person={person} isPending={isPending} {...question} />
  return (
    <FormDialog
      title="Assign Role"
      description={`To ${getDisplayName(person)}. The newest role decides what the user sees.`}
      submitLabel="Assign Role"
      pendingLabel="Assigning..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      className="min-h-104 content-start"
    >
      <Field label="Role" required error={errors.role?.message}>
        {(control) => (
          <Select
            {...control}
            data-autofocus
            choices={roles.map((value) => ({ value, label: roleLabels[value] }))}
            value={role}
            onChange={({ target }) => {
              if (!isRole(target.value)) return
              form.setValue('role', target.value)
              if (!atStudios.includes(target.value)) form.setValue('studio_id', null)
            }}
          />
        )}
      </Field>
      {atStudios.includes(role) && (
        <StudioField
          value={form.watch('studio_id') ?? ''}
          error={errors.studio_id?.message}
          onChange={(id) => form.setValue('studio_id', id || null, { shouldValidate: true })}
        />
      )}
    </FormDialog>
  )
}

type EndClientRoleProps = {
  person: PlatformUser
  studio: string | null
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A client is at one studio at a time, so a second client role ends the first. */
function EndClientRoleDialog({ person, studio, ...dialogProps }: EndClientRoleProps) {
  const name = getDisplayName(person)
  return (
    <ConfirmDialog
      title={`End the client role${studio ? ` at ${studio}` : ''}?`}
      description={`A client is at one studio at a time. With the new role, ${name} is no longer a client of ${studio ?? 'no studio'}. Bookings and projects there stay.`}
      cancelLabel="Keep role"
      confirmLabel="End it and assign"
      pendingLabel="Assigning..."
      {...dialogProps}
    />
  )
}

type StudioFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void }

function StudioField({ value, error, onChange }: StudioFieldProps) {
  const studios = useStudioChoices()
  const choices = [{ value: '', label: 'No studio' }, ...(studios.data ?? [])]
  return (
    <Field label="Studio" hint="Optional. Without one, the user sees 'No Studio Assigned'." error={error}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={value}
          onChange={onChange}
          emptyText={studios.isPending ? 'Loading studios...' : 'No studio found'}
        />
      )}
    </Field>
  )
}
