import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { NewLetter } from '@studiohub/contract/features/admin/support/schema.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { useWriteToOwner } from '../studios-api.ts'

type LetterDialogProps = { overview: StudioOverview; onClose: () => void }

/** Writes an email to the admins of a studio. */
export function LetterDialog({ overview: { studio, owners }, onClose }: LetterDialogProps) {
  const write = useWriteToOwner()
  const form = useSchemaForm(NewLetter, { subject: '', body: '' })
  const { errors } = form.formState
  const submit = form.handleSubmit((letter) =>
    write.mutate(
      { studio_id: studio.id, ...letter },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, ['subject', 'body'], error) },
    ),
  )
  return (
    <FormDialog
      title="Write to owner"
      description={`To ${owners.map(({ email }) => email).join(', ')}. Sent in the name of StudioHub. Replies go to your address.`}
      submitLabel="Send email"
      pendingLabel="Sending..."
      isPending={write.isPending}
      onSubmit={submit}
      closeLabel="Cancel"
      onClose={onClose}
    >
      <Field label="Subject" required error={errors.subject?.message}>
        {(control) => <Input {...control} {...form.register('subject')} data-autofocus />}
      </Field>
      <Field label="Text" required error={errors.body?.message}>
        {(control) => <Textarea {...control} {...form.register('body')} rows={8} />}
      </Field>
    </FormDialog>
  )
}
