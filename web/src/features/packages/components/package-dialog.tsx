import { type HourPackage, NewPackage } from '@studiohub/contract/features/packages/schema.ts'
import { PACKAGE_NAME_MAX } from '@studiohub/contract/features/packages/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { type FormEvent, useState } from 'react'
import { useServices } from '#features/resources/bookable-api.ts'
import { fieldMessages } from '#lib/forms/field-messages.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { useCreatePackage, useUpdatePackage } from '../api.ts'
import { type PackageFields, toFields, toPackage } from '../model/package-form.ts'

type PackageDialogProps = {
  studio: Studio
  /** Null: a new package. */
  hourPackage: HourPackage | null
  onClose: () => void
}

/** Adds a package, or changes it for later sales. */
export function PackageDialog({ studio, hourPackage, onClose }: PackageDialogProps) {
  const { data: services = [] } = useServices(studio.id)
  const create = useCreatePackage()
  const update = useUpdatePackage()
  const [fields, setFields] = useState(() => toFields(hourPackage))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const currency = hourPackage?.currency ?? studio.currency
  const isPending = create.isPending || update.isPending
  const change = (part: Partial<PackageFields>) => setFields({ ...fields, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const input = toPackage(fields, currency)
    const problems = fieldMessages(NewPackage.safeParse(input).error)
    setErrors(problems)
    if (Object.keys(problems).length > 0) return
    if (hourPackage)
      update.mutate({ id: hourPackage.id, version: hourPackage.version, ...input }, { onSuccess: onClose })
    else create.mutate({ studio_id: studio.id, ...input }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={hourPackage ? `Package ${hourPackage.name}` : 'New package'}
      {...(hourPackage && { description: 'Packages that were sold stay as they are.' })}
      submitLabel={hourPackage ? 'Save package' : 'Create package'}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={PACKAGE_NAME_MAX}
            placeholder="Ten hours"
            value={fields.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label="Hours" error={errors.minutes}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={fields.hours}
              onChange={({ target }) => change({ hours: target.value })}
            />
          )}
        </Field>
        <Field label={`Price (${currency})`} error={errors.price_minor}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={fields.price}
              onChange={({ target }) => change({ price: target.value })}
            />
          )}
        </Field>
        <Field label="Valid days" hint="Leave empty for no end date" error={errors.valid_days}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={fields.valid_days}
              onChange={({ target }) => change({ valid_days: target.value })}
            />
          )}
        </Field>
      </div>
      <CheckboxGroup
        label="Services"
        hint="Leave empty for all services"
        choices={services.map(({ key, label }) => ({ value: key, label }))}
        chosen={fields.service_types}
        error={errors.service_types}
        onChange={(service_types) => change({ service_types })}
      />
    </FormDialog>
  )
}
