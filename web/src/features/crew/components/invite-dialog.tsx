import { NewInvitation } from '@studiohub/contract/features/invitations/schema.ts'
import { Controller } from 'react-hook-form'
import { useCreateInvitation } from '#features/invitations/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'

/** Invites a crew member by name and email (spec section 5). The input stays after an error. */
export function InviteDialog({ studio_id, onClose }: { studio_id: string; onClose: () => void }) {
  const form = useSchemaForm(NewInvitation, { full_name: '', email: '', at_desk: false })
  const invite = useCreateInvitation()
  const { register, formState, handleSubmit } = form
  const submit = handleSubmit((input) =>
    invite.mutate(
      { ...input, studio_id },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, ['full_name', 'email'], error) },
    ),
  )
  return (
    <FormDialog
      title="Invite Crew"
      description="They get a link by email. It is valid for 7 days."
      submitLabel="Send invitation"
      pendingLabel="Inviting..."
      isPending={invite.isPending}
      onSubmit={submit}
      closeLabel="Cancel"
      onClose={onClose}
    >
      <Field label="Full name" required error={formState.errors.full_name?.message}>
        {(control) => <Input {...control} {...register('full_name')} autoComplete="off" data-autofocus />}
      </Field>
      <Field label="Email" required error={formState.errors.email?.message}>
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="off" />}
      </Field>
      <Controller
        control={form.control}
        name="at_desk"
        render={({ field }) => (
          <Switch
            label="Works at the desk"
            hint="Takes bookings, answers requests and sees clients' phone numbers"
            checked={field.value ?? false}
            onChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  )
}
