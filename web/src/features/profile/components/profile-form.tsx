import { type Me, ProfileChanges } from '@studiohub/contract/features/profile/schema.ts'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { getChangedFields } from '#lib/forms/form-draft.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useUpdateProfile } from '../api.ts'

const DetailsForm = ProfileChanges.required()

export function ProfileForm({ me }: { me: Me }) {
  const save = useUpdateProfile()
  const savedValues = { full_name: me.profile.full_name ?? '', phone: me.profile.phone ?? '' }
  const form = useSchemaForm(DetailsForm, savedValues, { survivesLeaving: true })
  const { errors, isDirty, defaultValues } = form.formState
  const submit = form.handleSubmit(({ full_name, phone }) => {
    const sent = form.getValues()
    const changed = getChangedFields(sent, defaultValues ?? {})
    // Only changed fields, because another tab or device may have saved the others meanwhile.
    const changes = { ...('full_name' in changed && { full_name }), ...('phone' in changed && { phone }) }
    save.mutate(changes, {
      onSuccess: (saved) =>
        applySavedValues(form, { full_name: saved.full_name ?? '', phone: saved.phone ?? '' }, sent),
      onError: (error) => showFieldErrors(form, ['full_name', 'phone'], error),
    })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Full name" required error={errors.full_name?.message}>
          {(control) => <Input {...control} {...form.register('full_name')} autoComplete="name" />}
        </Field>
        <Field
          label="Phone"
          hint={me.role === 'client' ? 'So the studio can reach you about your session.' : undefined}
          error={errors.phone?.message}
        >
          {(control) => <Input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />}
        </Field>
      </div>
      <Button
        type="submit"
        className="justify-self-start max-sm:w-full"
        disabled={!isDirty}
        pending={save.isPending}
        pendingText="Saving..."
      >
        Save
      </Button>
    </form>
  )
}
