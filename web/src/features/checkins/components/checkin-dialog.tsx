import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { formatTimes } from '#features/bookings/shared/wording.ts'
import { useClientOptions } from '#features/clients/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { useCheckIn } from '../api.ts'

type CheckinDialogProps = { studio: Studio; today: string; onClose: () => void }
type Fields = { client_id: string; notes?: string | null | undefined; booking_id?: string | null | undefined }
type Form = UseFormReturn<Fields, unknown, NewCheckin>

const fieldNames = ['client_id', 'notes'] as const

/** Checks in a client, chosen by name or by id. Clients with a session today are listed first. */
export function CheckinDialog({ studio, today, onClose }: CheckinDialogProps) {
  const form: Form = useSchemaForm(NewCheckin, { client_id: '', notes: '', booking_id: null })
  const checkIn = useCheckIn()
  const submit = form.handleSubmit((checkin) => {
    const onError = (error: Error) => showFieldErrors(form, fieldNames, error)
    checkIn.mutate({ studio_id: studio.id, ...checkin }, { onSuccess: onClose, onError })
  })
  return (
    <FormDialog
      title="Check In Client"
      description="Pick a client by name, or enter their ID."
      submitLabel="Check In"
      pendingLabel="Checking in..."
      isPending={checkIn.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientField studio={studio} today={today} form={form} />
      <Field label="Notes" error={form.formState.errors.notes?.message}>
        {(control) => <Textarea {...control} rows={2} {...form.register('notes')} />}
      </Field>
    </FormDialog>
  )
}

function ClientField({ studio, today, form }: { studio: Studio; today: string; form: Form }) {
  const [isById, setIsById] = useState(false)
  const { choices, findSession } = useClientChoices(studio, today)
  const chooseClient = (client_id: string) => {
    form.setValue('client_id', client_id, { shouldDirty: true, shouldValidate: true })
    form.setValue('booking_id', findSession(client_id)?.id ?? null)
  }
  const error = form.formState.errors.client_id?.message
  const modeButton = (
    <button
      type="button"
      className="text-sm text-link underline-offset-4 hover:underline"
      onClick={() => setIsById(!isById)}
    >
      {isById ? 'Pick by name' : 'Enter an ID'}
    </button>
  )
  if (isById) {
    return (
      <Field label="Client ID" required error={error} labelAction={modeButton}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={form.watch('client_id')}
            onChange={(event) => chooseClient(event.target.value.trim())}
          />
        )}
      </Field>
    )
  }
  return (
    <Field label="Client" required error={error} labelAction={modeButton}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={form.watch('client_id')}
          onChange={chooseClient}
          placeholder="Type a name"
          emptyText="No client found"
        />
      )}
    </Field>
  )
}

/** All clients of the studio by name; those with a session today first, by time. */
function useClientChoices(studio: Studio, today: string) {
  const clients = useClientOptions(studio.id, true)
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const sessions = (bookings.data?.items ?? []).filter(
    ({ status, booking_type }) => booking_type === 'client_booking' && (status === 'pending' || status === 'confirmed'),
  )
  const findSession = (client_id: string): Booking | undefined =>
    sessions.find((session) => session.client_id === client_id)
  const getSortKey = (client_id: string) => findSession(client_id)?.start_time ?? '99'
  const choices = (clients.data ?? [])
    .toSorted((a, b) => getSortKey(a.id).localeCompare(getSortKey(b.id)))
    .map(({ id, full_name }) => {
      const session = findSession(id)
      const name = full_name ?? 'No name'
      return { value: id, label: session ? `${name}, today ${formatTimes(session)}` : name }
    })
  return { choices, findSession }
}
