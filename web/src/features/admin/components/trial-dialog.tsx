import type { PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { TrialExtension } from '@studiohub/contract/features/admin/support/schema.ts'
import {
  EXTENSION_DAYS_MAX,
  extensionReasonLabels,
  extensionReasons,
} from '@studiohub/contract/features/admin/support/words.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useExtendTrial } from '../studios-api.ts'

const DEFAULT_DAYS = 7

type TrialDialogProps = { studio: PlatformStudio; onClose: () => void }

/** Extends the free trial of a studio. */
export function TrialDialog({ studio, onClose }: TrialDialogProps) {
  const extend = useExtendTrial()
  const form = useSchemaForm(TrialExtension, { days: DEFAULT_DAYS, reason: 'asked' })
  const { errors } = form.formState
  const submit = form.handleSubmit((extension) =>
    extend.mutate(
      { studio_id: studio.id, ...extension },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, ['days', 'reason'], error) },
    ),
  )
  return (
    <FormDialog
      title={`Extend the trial of ${studio.name}`}
      description="The days are added to the end of the trial, or to today if it has ended. The studio gets an email."
      submitLabel="Extend trial"
      pendingLabel="Extending..."
      isPending={extend.isPending}
      onSubmit={submit}
      closeLabel="Cancel"
      onClose={onClose}
    >
      <Field label="Days" required error={errors.days?.message}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={EXTENSION_DAYS_MAX}
            {...form.register('days', { valueAsNumber: true })}
            data-autofocus
          />
        )}
      </Field>
      <Field label="Reason" required error={errors.reason?.message}>
        {(control) => (
          <Select
            {...control}
            {...form.register('reason')}
            choices={extensionReasons.map((value) => ({ value, label: extensionReasonLabels[value] }))}
          />
        )}
      </Field>
    </FormDialog>
  )
}
