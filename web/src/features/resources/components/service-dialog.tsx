import {
  SERVICE_LABEL_MAX,
  SERVICES_MAX,
  type ServiceToKeep,
  type StudioService,
} from '@studiohub/contract/features/resources/schema.ts'
import type { ComponentProps } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { ServiceForm, serviceFields } from '../model/service-form.ts'

type ServiceDialogProps = {
  /** Null adds a service. */
  service: StudioService | null
  currency: string
  pending: boolean
  onSave: (service: ServiceToKeep) => void
  onRemove: (() => void) | null
  onClose: () => void
}

const NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }
const OPTIONAL = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }

const currencies = () => {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }))
}

/** Adds or edits a service: name, length, price and booking mode. */
export function ServiceDialog({ service, currency, pending, onSave, onRemove, onClose }: ServiceDialogProps) {
  const form = useSchemaForm(ServiceForm, serviceFields(service, currency))
  const submit = form.handleSubmit((kept) => {
    if (!pending) onSave({ ...kept, ...(service && { key: service.key }) })
  })
  return (
    <FormDialog
      title={service ? `Edit ${service.label}` : 'Add service'}
      submitLabel={service ? 'Save changes' : 'Add service'}
      pendingLabel="Saving..."
      isPending={pending}
      onSubmit={submit}
      onClose={onClose}
      extraAction={
        onRemove && (
          <Button look="quiet-danger" className="md:mr-auto" onClick={onRemove}>
            Remove service
          </Button>
        )
      }
    >
      <Lengths form={form} />
      <Price form={form} />
      <Booked form={form} />
    </FormDialog>
  )
}

type Part = { form: ReturnType<typeof useServiceForm> }
const useServiceForm = () => useSchemaForm(ServiceForm, serviceFields(null, 'USD'))

const Minutes = (props: ComponentProps<'input'>) => (
  <Input {...props} type="number" inputMode="numeric" min={5} max={1440} step={5} />
)

function Lengths({ form }: Part) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label="Name" required error={errors.label?.message}>
        {(control) => <Input {...control} {...register('label')} maxLength={SERVICE_LABEL_MAX} data-autofocus />}
      </Field>
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="sr-only">Length in minutes</legend>
        <Field label="Default length (minutes)" required error={errors.default_minutes?.message}>
          {(control) => <Minutes {...control} {...register('default_minutes', NUMBER)} />}
        </Field>
        <Field label="Shortest" error={errors.min_minutes?.message}>
          {(control) => <Minutes {...control} {...register('min_minutes', OPTIONAL)} placeholder="Any" />}
        </Field>
        <Field label="Longest" error={errors.max_minutes?.message}>
          {(control) => <Minutes {...control} {...register('max_minutes', OPTIONAL)} placeholder="Any" />}
        </Field>
      </fieldset>
    </>
  )
}

function Price({ form }: Part) {
  const { register, formState } = form
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
      <Field label="Price" error={formState.errors.price?.message}>
        {(control) => <Input {...control} {...register('price')} inputMode="decimal" placeholder="Not shown" />}
      </Field>
      <Field label="Currency" error={formState.errors.currency?.message}>
        {(control) => <Select {...control} {...register('currency')} choices={currencies()} />}
      </Field>
    </div>
  )
}

function Booked({ form }: Part) {
  const { watch, setValue } = form
  const dirty = { shouldDirty: true }
  return (
    <div className="grid gap-4">
      <Switch
        label="Clients may book it"
        hint="If off, only you can book it."
        checked={watch('is_client_bookable')}
        onChange={(on) => setValue('is_client_bookable', on, dirty)}
      />
      <Switch
        label="Confirm at once"
        hint="If off, bookings of clients wait until you confirm them."
        checked={watch('auto_confirm')}
        disabled={!watch('is_client_bookable')}
        onChange={(on) => setValue('auto_confirm', on, dirty)}
      />
      <Switch
        label="Active"
        hint="When off, it can't be booked. Existing bookings stay."
        checked={watch('is_active')}
        onChange={(on) => setValue('is_active', on, dirty)}
      />
    </div>
  )
}

export const isFull = (services: readonly StudioService[]) => services.length >= SERVICES_MAX
