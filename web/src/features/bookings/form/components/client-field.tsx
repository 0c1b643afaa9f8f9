import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useClientOptions } from '#features/clients/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { BookingForm } from '../model/booking-form.ts'

type ClientFieldProps = { form: BookingForm; context: BookingContext }

const NEW = 'new'
const INTERNAL = 'internal'
const emptyToNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }

/** The client: chosen by name, or a new client with a typed name. Without a client it is an internal session. */
export function ClientField({ form, context }: ClientFieldProps) {
  const clients = useClientOptions(context.studio.id, true)
  const guest = useWatch({ control: form.control, name: 'new_client' })
  const [isInternal, setInternal] = useState(false)
  if (clients.isError) return null
  const choices = [
    { value: INTERNAL, label: 'No client: an internal session' },
    ...(guest ? [{ value: NEW, label: `${guest.name} (new client)` }] : []),
    ...(clients.data ?? []).map(({ id, full_name }) => ({ value: id, label: full_name ?? 'Without a name' })),
  ]
  const choose = (client_id: string | null, name: string | null) => {
    setInternal(client_id === null && name === null)
    form.setValue('client_id', client_id, { shouldDirty: true })
    form.setValue('new_client', name === null ? null : { name, email: null, phone: null }, { shouldDirty: true })
    // A project belongs to one client, so another client clears it.
    form.setValue('project_id', null)
  }
  return (
    <>
      <Controller
        control={form.control}
        name="client_id"
        render={({ field, fieldState }) => (
          <Field
            label="Client"
            error={fieldState.error?.message ?? form.formState.errors.new_client?.name?.message}
            hint="Without a client it is an internal session."
          >
            {(control) => (
              <Combobox
                {...control}
                data-autofocus
                choices={choices}
                value={guest ? NEW : (field.value ?? (isInternal ? INTERNAL : ''))}
                onChange={(value) => value !== NEW && choose(value === INTERNAL ? null : value, null)}
                placeholder="Search or add a client"
                onAdd={(name) => choose(null, name)}
                addLabel={(name) => `Add “${name}” as a new client`}
                onBlur={field.onBlur}
                inputRef={field.ref}
                emptyText="No client found"
              />
            )}
          </Field>
        )}
      />
      {guest && <GuestFields form={form} />}
    </>
  )
}

function GuestFields({ form }: Pick<ClientFieldProps, 'form'>) {
  const errors = form.formState.errors.new_client
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Email of the client" hint="They get emails about the session." error={errors?.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('new_client.email', emptyToNull)} type="email" autoComplete="off" />
        )}
      </Field>
      <Field label="Phone of the client" error={errors?.phone?.message}>
        {(control) => (
          <Input {...control} {...form.register('new_client.phone', emptyToNull)} type="tel" autoComplete="off" />
        )}
      </Field>
    </div>
  )
}
