import { type Me, ProfileChanges } from '@studiohub/contract/features/profile/schema.ts'
import { showRefusal, useFormOf } from '../../../lib/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useUpdateProfile } from '../api.ts'

// No phone here yet, so that saving a name leaves a number alone.
const NameForm = ProfileChanges.pick({ full_name: true }).required()

export function ProfileForm({ me }: { me: Me }) {
  const save = useUpdateProfile()
  const form = useFormOf(NameForm, { full_name: me.profile.full_name ?? '' })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((changes) =>
    save.mutate(changes, {
      onSuccess: ({ full_name }) => form.reset({ full_name: full_name ?? '' }),
      onError: (error) => showRefusal(form, ['full_name'], error),
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" hint="Your email is how you sign in.">
        {(control) => <Input {...control} type="email" readOnly value={me.user.email} />}
      </Field>
      <Field label="Full name" required error={errors.full_name?.message}>
        {(control) => <Input {...control} {...form.register('full_name')} autoComplete="name" />}
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!isDirty}
        pending={save.isPending}
        pendingText="Saving..."
      >
        Save
      </Button>
    </form>
  )
}
