import type { PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { NewStudio } from '@studiohub/contract/features/studios/schema.ts'
import { studioTypeLabels, studioTypes } from '@studiohub/contract/features/studios/words.ts'
import { plans, tiers } from '@studiohub/contract/features/subscriptions/words.ts'
import { suggestSlug } from '@studiohub/contract/shared/slug.ts'
import type { ChangeEvent } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateStudio, useUpdateStudio } from '../studios-api.ts'
import { OwnerField } from './owner-field.tsx'

const fieldNames = ['name', 'slug', 'type', 'location', 'contact_email', 'contact_phone', 'tier', 'owner_id'] as const

type StudioDialogProps = { studio: PlatformStudio | null; onClose: () => void }

/** Creates or edits a studio (spec section 5, studio form). */
export function StudioDialog({ studio, onClose }: StudioDialogProps) {
  const { form, submit, isPending } = useStudioForm({ studio, onClose })
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  // Suggests a slug from the name until the operator edits the slug. An existing studio keeps its slug.
  const fillSlug = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!studio && !formState.dirtyFields.slug) setValue('slug', suggestSlug(target.value))
  }
  return (
    <FormDialog
      title={studio ? `Edit ${studio.name}` : 'Add studio'}
      submitLabel={studio ? 'Save changes' : 'Add studio'}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name', { onChange: fillSlug })} data-autofocus />}
      </Field>
      <Field
        label="Slug"
        required
        hint={studio ? 'Part of the URL after /. The old address redirects here.' : 'Part of the URL after /'}
        error={errors.slug?.message}
      >
        {(control) => <Input {...control} {...register('slug')} autoCapitalize="none" spellCheck={false} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Type" required error={errors.type?.message}>
          {(control) => (
            <Select
              {...control}
              {...register('type')}
              choices={studioTypes.map((value) => ({ value, label: studioTypeLabels[value] }))}
            />
          )}
        </Field>
        {arePlansOn() && (
          <Field label="Plan" error={errors.tier?.message}>
            {(control) => (
              <Select
                {...control}
                {...register('tier')}
                choices={tiers.map((value) => ({ value, label: plans[value].name }))}
              />
            )}
          </Field>
        )}
      </div>
      <OwnerField
        label={studio ? 'Add an owner' : 'Owner'}
        emptyLabel={studio ? 'No additional owner' : 'No owner yet'}
        hint={ownerHint(studio)}
        value={watch('owner_id') ?? ''}
        error={errors.owner_id?.message}
        onChange={(id) => setValue('owner_id', id || undefined, { shouldDirty: true })}
      />
      <Contacts form={form} />
    </FormDialog>
  )
}

const ownerHint = (studio: PlatformStudio | null) =>
  studio && studio.admins.length > 0
    ? `Runs the studio as its admin, together with ${studio.admins.map(({ full_name }) => full_name ?? 'No name').join(', ')}.`
    : 'Runs the studio as its admin. Type a name or an email address.'

type StudioForm = ReturnType<typeof useStudioForm>['form']

function Contacts({ form: { register, formState } }: { form: StudioForm }) {
  const { errors } = formState
  return (
    <>
      <Field label="Location" error={errors.location?.message}>
        {(control) => <Input {...control} {...register('location', EMPTY_IS_NULL)} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Contact email" error={errors.contact_email?.message}>
          {(control) => <Input {...control} type="email" {...register('contact_email', EMPTY_IS_NULL)} />}
        </Field>
        <Field label="Contact phone" error={errors.contact_phone?.message}>
          {(control) => <Input {...control} type="tel" {...register('contact_phone', EMPTY_IS_NULL)} />}
        </Field>
      </div>
    </>
  )
}

const EMPTY_IS_NULL = { setValueAs: (text: unknown) => (text === '' ? null : text) }

function getInitialValues(studio: PlatformStudio | null) {
  const { name = '', slug = '', type = 'recording', tier } = studio ?? {}
  const { location = null, contact_email = null, contact_phone = null } = studio ?? {}
  return { name, slug, type, location, contact_email, contact_phone, tier: tier ?? 'starter', owner_id: undefined }
}

function useStudioForm({ studio, onClose }: StudioDialogProps) {
  const create = useCreateStudio()
  const update = useUpdateStudio()
  const form = useSchemaForm(NewStudio, getInitialValues(studio))
  const onError = (error: Error) => {
    const { code, message } = describeError(error)
    if (code.startsWith('SLUG_')) form.setError('slug', { type: 'server', message }, { shouldFocus: true })
    else showFieldErrors(form, fieldNames, error)
  }
  const submit = form.handleSubmit((fields) => {
    const callbacks = { onSuccess: onClose, onError }
    if (studio) update.mutate({ studio_id: studio.id, ...fields }, callbacks)
    else create.mutate(fields, callbacks)
  })
  return { form, submit, isPending: create.isPending || update.isPending }
}
