import { type Client, NewClient } from '@studiohub/contract/features/clients/schema.ts'
import { useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCreateClient, useUpdateClient } from '../api.ts'

type ClientDialogProps = {
  studio_id: string
  /** Null adds a client. */
  client: Client | null
  onClose: () => void
}

const fieldNames = ['name', 'email', 'phone', 'company', 'tags', 'language', 'tax_number', 'notes'] as const
const emptyToNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }
const toTags = (text: unknown) =>
  Array.isArray(text)
    ? text
    : String(text ?? '')
        .split(',')
        .flatMap((tag) => tag.trim() || [])

/** Adds or edits a client record. */
export function ClientDialog(props: ClientDialogProps) {
  const { client, onClose } = props
  const [reminders, setReminders] = useState(client?.reminders ?? true)
  const { form, submit, isPending } = useClientForm({ ...props, reminders })
  const { register, formState } = form
  const { errors } = formState
  const hasAccount = client !== null && client.user_id !== null
  return (
    <FormDialog
      title={client ? 'Edit client' : 'Add a client'}
      {...(!client && { description: "They don't need an account. You can book sessions for them right away." })}
      submitLabel={client ? 'Save changes' : 'Add client'}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" data-autofocus />}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Email"
          error={errors.email?.message}
          hint={hasAccount ? 'It belongs to the client’s account.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              {...register('email', emptyToNull)}
              type="email"
              autoComplete="off"
              readOnly={hasAccount}
            />
          )}
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => <Input {...control} {...register('phone', emptyToNull)} type="tel" autoComplete="off" />}
        </Field>
        <Field label="Company" error={errors.company?.message}>
          {(control) => <Input {...control} {...register('company', emptyToNull)} autoComplete="off" />}
        </Field>
        <Field label="Language" hint="A code such as en or de" error={errors.language?.message}>
          {(control) => <Input {...control} {...register('language', emptyToNull)} autoComplete="off" />}
        </Field>
      </div>
      <Field label="Tags" hint="Separated by commas" error={errors.tags?.message ?? errors.tags?.[0]?.message}>
        {(control) => <Input {...control} {...register('tags', { setValueAs: toTags })} autoComplete="off" />}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Tax number" hint="For invoices to a business" error={errors.tax_number?.message}>
          {(control) => <Input {...control} {...register('tax_number', emptyToNull)} autoComplete="off" />}
        </Field>
        <Switch
          label="Reverse charge"
          hint="Only with a tax number. You charge no tax."
          checked={form.watch('reverse_charge') ?? false}
          onChange={(on) => form.setValue('reverse_charge', on, { shouldDirty: true })}
        />
      </div>
      {client && (
        <Switch label="Reminders" hint="Emails before each session." checked={reminders} onChange={setReminders} />
      )}
      <Field label="Notes" hint="Only your team reads them." error={errors.notes?.message}>
        {(control) => <Textarea {...control} rows={4} {...register('notes')} />}
      </Field>
    </FormDialog>
  )
}

function useClientForm({ studio_id, client, onClose, reminders }: ClientDialogProps & { reminders: boolean }) {
  const create = useCreateClient()
  const update = useUpdateClient()
  const { name, email = null, phone = null, company = null, tags = [], language = null, notes = '' } = client ?? {}
  const { tax_number = null, reverse_charge = false } = client ?? {}
  const form = useSchemaForm(NewClient, {
    name: name ?? '',
    email,
    phone,
    company,
    tags,
    language,
    tax_number,
    reverse_charge,
    notes,
  })
  const callbacks = { onSuccess: onClose, onError: (error: Error) => showFieldErrors(form, fieldNames, error) }
  const submit = form.handleSubmit((fields) => {
    if (!client) return create.mutate({ studio_id, ...fields }, callbacks)
    const { email: address, ...rest } = fields
    const changes = client.user_id === null ? fields : rest
    update.mutate({ studio_id, client_id: client.id, version: client.version, reminders, ...changes }, callbacks)
  })
  return { form, submit, isPending: create.isPending || update.isPending }
}
