import { NewConnectedCalendar } from '@studiohub/contract/features/connected-calendars/schema.ts'
import {
  CALENDAR_LABEL_MAX,
  CALENDAR_URL_MAX,
  type CalendarProviderKind,
  calendarProviderNames,
} from '@studiohub/contract/features/connected-calendars/words.ts'
import { type ReactNode, useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { useConnectCalendar } from '../api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { GeneralError } from './failure.tsx'
import { ProviderDialog } from './provider-dialog.tsx'

type ConnectDialogProps = {
  studio_id: string
  /** The people or rooms whose calendars can be connected. */
  resources: readonly { id: string; name: string }[]
  /** The providers whose calendars can be connected by consent. */
  providers: readonly CalendarProviderKind[]
  onClose: () => void
}

const fieldNames = ['resource_id', 'label', 'url'] as const

type ConnectMethod = CalendarProviderKind | 'address' | 'account'

/** Connects calendars by consent at a provider, a calendar by its address, or calendars of an account. */
export function ConnectDialog({ providers, ...props }: ConnectDialogProps) {
  const [method, setMethod] = useState<ConnectMethod>(providers[0] ?? 'address')
  const methodChoice = (
    <div className="mb-4">
      <Segmented
        label="How to connect"
        value={method}
        onChange={setMethod}
        choices={[
          ...providers.map((kind) => ({ value: kind, label: calendarProviderNames[kind] })),
          { value: 'address', label: 'By address' },
          { value: 'account', label: 'By account' },
        ]}
      />
    </div>
  )
  if (method === 'address') return <AddressDialog {...props} intro={methodChoice} />
  if (method === 'account') return <AccountDialog {...props} intro={methodChoice} />
  return <ProviderDialog {...props} kind={method} intro={methodChoice} />
}

type AddressDialogProps = Omit<ConnectDialogProps, 'providers'> & { intro: ReactNode }

function AddressDialog({ studio_id, resources, onClose, intro }: AddressDialogProps) {
  const connect = useConnectCalendar()
  const onlyResource = resources.length === 1 ? resources[0] : undefined
  const form = useSchemaForm(NewConnectedCalendar, { resource_id: onlyResource?.id ?? '', label: '', url: '' })
  const { errors } = form.formState
  const submit = form.handleSubmit((input) =>
    connect.mutate(
      { studio_id, ...input },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldNames, error) },
    ),
  )
  return (
    <FormDialog
      title="Connect a calendar"
      description="Clients can't book online while it is busy."
      submitLabel="Connect"
      pendingLabel="Connecting..."
      isPending={connect.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
      intro={intro}
    >
      <GeneralError error={connect.error} />
      {!onlyResource && (
        <Field label="Blocks the time of" required error={errors.resource_id?.message}>
          {(control) => (
            <Select
              {...control}
              choices={resources.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a room or person"
              {...form.register('resource_id')}
            />
          )}
        </Field>
      )}
      <Field label="Name" required error={errors.label?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('label')}
            maxLength={CALENDAR_LABEL_MAX}
            placeholder="Private calendar"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Address"
        hint="In Google Calendar: settings of the calendar, “Secret address in iCal format”. In Outlook: “Publish a calendar”, ICS. In iCloud: share it as a public calendar."
        required
        error={errors.url?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('url')}
            type="url"
            maxLength={CALENDAR_URL_MAX}
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  )
}
