import { type InvoiceSettings, InvoiceSettingsChanges } from '@studiohub/contract/features/invoices/settings/schema.ts'
import { reminderDays } from '@studiohub/contract/features/invoices/words.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { Switch } from '#ui/switch.tsx'
import { useInvoiceSettings, useUpdateInvoiceSettings } from '../api.ts'

type SettingsDialogProps = { studio_id: string; onClose: () => void }

/** The texts on a studio's invoices, their numbers, and reminders. */
export function SettingsDialog({ studio_id, onClose }: SettingsDialogProps) {
  const { data } = useInvoiceSettings(studio_id)
  if (!data) return <LoadingOverlay>Loading the settings...</LoadingOverlay>
  return <SettingsForm settings={data} onClose={onClose} />
}

type SettingsInput = z.input<typeof InvoiceSettingsChanges>
type Form = UseFormReturn<SettingsInput, unknown, z.output<typeof InvoiceSettingsChanges>>

const fieldNames = ['iban', 'bic', 'number_prefix', 'credit_note_prefix', 'first_number', 'payment_days'] as const

function SettingsForm({ settings, onClose }: { settings: InvoiceSettings; onClose: () => void }) {
  const { studio_id, version, ...defaults } = settings
  const save = useUpdateInvoiceSettings()
  const form: Form = useSchemaForm(InvoiceSettingsChanges, defaults)
  const submit = form.handleSubmit((changes) =>
    save.mutate(
      { ...changes, studio_id, version },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldNames, error) },
    ),
  )
  return (
    <FormDialog
      title="Invoice settings"
      description="These settings apply to invoices that you issue from now on."
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="legal_name"
        label="Name on invoices"
        hint="Leave empty to use the name of your studio"
      />
      <Field label="Address">{(control) => <Textarea {...control} rows={3} {...form.register('address')} />}</Field>
      <TextField form={form} name="tax_number" label="Tax number" />
      <TextField form={form} name="bank_holder" label="Account holder" />
      <TextField form={form} name="iban" label="IBAN" />
      <TextField form={form} name="bic" label="BIC" />
      <NumberField form={form} name="payment_days" label="Payment term in days" />
      <TextField form={form} name="number_prefix" label="Invoice number prefix" />
      <TextField form={form} name="credit_note_prefix" label="Credit note number prefix" />
      <NumberField
        form={form}
        name="first_number"
        label="First number this year"
        hint="You can change it until the first invoice of the year is issued"
      />
      <Field label="Invoice footer">
        {(control) => <Textarea {...control} rows={2} {...form.register('footer')} />}
      </Field>
      <Reminders form={form} />
      <Switch
        label="Send receipts"
        hint="Clients get an email about each payment of an invoice."
        checked={form.watch('sends_receipts') ?? false}
        onChange={(sends_receipts) => form.setValue('sends_receipts', sends_receipts, { shouldDirty: true })}
      />
      <Switch
        label="Cash payments at the desk"
        hint="Crew at the desk can record cash for a session, up to the amount owed."
        checked={form.watch('desk_takes_cash') ?? false}
        onChange={(desk_takes_cash) => form.setValue('desk_takes_cash', desk_takes_cash, { shouldDirty: true })}
      />
    </FormDialog>
  )
}

/** Switches for the reminder emails: each is sent some days after an invoice was due. */
function Reminders({ form }: { form: Form }) {
  const days = form.watch('reminder_days') ?? []
  const toggle = (day: (typeof reminderDays)[number], isOn: boolean) =>
    form.setValue(
      'reminder_days',
      reminderDays.filter((reminderDay) => (reminderDay === day ? isOn : days.includes(reminderDay))),
      { shouldDirty: true },
    )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">
        Remind clients of invoices that were emailed and are past due
      </legend>
      {reminderDays.map((day) => (
        <Switch
          key={day}
          label={`After ${day} days`}
          checked={days.includes(day)}
          onChange={(isOn) => toggle(day, isOn)}
        />
      ))}
    </fieldset>
  )
}

type TextName = 'legal_name' | 'tax_number' | 'bank_holder' | 'iban' | 'bic' | 'number_prefix' | 'credit_note_prefix'
type FieldProps<Name> = { form: Form; name: Name; label: string; hint?: string }

const TextField = ({ form, name, label, hint }: FieldProps<TextName>) => (
  <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
    {(control) => <Input {...control} {...form.register(name)} />}
  </Field>
)

const NUMBER_OPTIONS = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }

const NumberField = ({ form, name, label, hint }: FieldProps<'payment_days' | 'first_number'>) => (
  <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
    {(control) => <Input {...control} inputMode="numeric" {...form.register(name, NUMBER_OPTIONS)} />}
  </Field>
)
