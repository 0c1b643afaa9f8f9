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
import { getDisplayName } from '../model/wording.ts'
import { useAssignRole } from '../roles-api.ts'
import { useStudioChoices } from '../studios-api.ts'

const rolesAtStudios: readonly string[] = studioRoles
const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** The form for a new role. If the user would lose a client role, the operator must confirm that first. */
function useAssignRoleForm(person: PlatformUser, onClose: () => void) {
  const assign = useAssignRole()
  const form = useSchemaForm(AssignRoleInput, { role: 'staff', studio_id: null })
  const [pendingInput, setPendingInput] = useState<AssignRoleInput | null>(null)
  const currentClientRole = person.roles.find((role) => role.role === 'client' && role.status === 'active')
  const send = ({ studio_id, ...input }: AssignRoleInput) => {
    const onError = (error: Error) => showFieldErrors(form, ['role', 'studio_id'], error)
    assign.mutate({ user_id: person.id, ...input, ...(studio_id && { studio_id }) }, { onSuccess: onClose, onError })
  }
  const submit = form.handleSubmit((input) =>
    input.role === 'client' && currentClientRole ? setPendingInput(input) : send(input),
  )
  const confirmation = pendingInput &&
    currentClientRole && {
      studio: currentClientRole.studio_name,
      onConfirm: () => send({ ...pendingInput, ends_client_role: true }),
      onClose: () => setPendingInput(null),
    }
  return { form, submit, confirmation, isPending: assign.isPending }
}

/** Assigns a role. The studio is optional (spec section 5). */
export function AssignRoleDialog({ person, onClose }: { person: PlatformUser; onClose: () => void }) {
  const { form, submit, confirmation, isPending } = useAssignRoleForm(person, onClose)
  const { errors } = form.formState
  const role = form.watch('role')
  if (confirmation) return <EndClientRoleDialog person={person} isPending={isPending} {...confirmation} />
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
              if (!rolesAtStudios.includes(target.value)) form.setValue('studio_id', null)
            }}
          />
        )}
      </Field>
      {rolesAtStudios.includes(role) && (
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

/** A client belongs to one studio at a time, so a second client role ends the first. */
function EndClientRoleDialog({ person, studio, ...dialogProps }: EndClientRoleProps) {
  const name = getDisplayName(person)
  return (
    <ConfirmDialog
      title={`End the client role${studio ? ` at ${studio}` : ''}?`}
      description={`A client belongs to one studio at a time. With the new role, ${name} will no longer be a client of ${studio ?? 'no studio'}. Bookings and projects there are not affected.`}
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
    <Field label="Studio" hint="Optional. Without a studio, the user sees 'No Studio Assigned'." error={error}>
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
