import { CalendarAccount, type FoundCalendar } from '@studiohub/contract/features/connected-calendars/schema.ts'
import {
  CALENDAR_LABEL_MAX,
  CALENDAR_URL_MAX,
  CALENDARS_MAX,
} from '@studiohub/contract/features/connected-calendars/words.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { useConnectAccountCalendars, useFindCalendars } from '../api.ts'

type AccountDialogProps = {
  studio_id: string
  /** The people or rooms whose calendars can be connected. */
  resources: readonly { id: string; name: string }[]
  intro: ReactNode
  onClose: () => void
}

const names = ['resource_id', 'url', 'username', 'password'] as const

/** Connects calendars of a CalDAV account: first its sign-in, then which calendars. */
export function AccountDialog({ studio_id, resources, intro, onClose }: AccountDialogProps) {
  const find = useFindCalendars()
  const only = resources.length === 1 ? resources[0] : undefined
  const form = useSchemaForm(CalendarAccount, { resource_id: only?.id ?? '', url: '', username: '', password: '' })
  const [account, setAccount] = useState<CalendarAccount | null>(null)
  const { errors } = form.formState
  const submit = form.handleSubmit((input) =>
    find.mutate(
      { studio_id, ...input },
      { onSuccess: () => setAccount(input), onError: (error) => showFieldErrors(form, names, error) },
    ),
  )
  if (account && find.data)
    return <ChooseDialog studio_id={studio_id} account={account} found={find.data.items} onClose={onClose} />
  return (
    <FormDialog
      title="Connect a calendar"
      description="For iCloud, Fastmail, Nextcloud and other CalDAV servers."
      submitLabel="Find calendars"
      pendingLabel="Looking..."
      isPending={find.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
      intro={intro}
    >
      <Failure error={find.error} />
      {!only && (
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
      <Field
        label="Server"
        hint="caldav.icloud.com, caldav.fastmail.com, or the CalDAV address of your Nextcloud."
        required
        error={errors.url?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('url')}
            maxLength={CALENDAR_URL_MAX}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="User name" required error={errors.username?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('username')}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label="App password"
        hint="Create one in the security settings of your provider. Don't use your own password."
        required
        error={errors.password?.message}
      >
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="off" />}
      </Field>
    </FormDialog>
  )
}

type ChooseDialogProps = { studio_id: string; account: CalendarAccount; found: FoundCalendar[]; onClose: () => void }

/** Which calendars of the account block time, and which one gets the sessions. */
function ChooseDialog({ studio_id, account, found, onClose }: ChooseDialogProps) {
  const connect = useConnectAccountCalendars()
  const [blocking, setBlocking] = useState(() => found.slice(0, 1).map(({ url }) => url))
  const [receiving, setReceiving] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = found.filter(({ url }) => blocking.includes(url) || url === receiving)
    const problem = problemOf(chosen.length)
    setError(problem)
    if (problem) return
    const calendars = chosen.map(({ url, name }) => ({
      url,
      label: [...name].slice(0, CALENDAR_LABEL_MAX).join(''),
      blocks: blocking.includes(url),
      receives: url === receiving,
    }))
    connect.mutate({ studio_id, ...account, calendars }, { onSuccess: onClose })
  }
  const choices = found.map(({ url, name }) => ({ value: url, label: name }))
  return (
    <FormDialog
      title="Choose calendars"
      description="Times in which they are busy can't be booked online."
      submitLabel="Connect"
      pendingLabel="Connecting..."
      isPending={connect.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Failure error={connect.error} />
      <CheckboxGroup
        label="Calendars that block time"
        choices={choices}
        chosen={blocking}
        onChange={setBlocking}
        error={error}
      />
      <Field
        label="Confirmed sessions go into"
        hint="They follow every change, and are removed when they are cancelled."
      >
        {(control) => (
          <Select
            {...control}
            choices={[{ value: '', label: 'No calendar' }, ...choices]}
            value={receiving}
            onChange={(event) => setReceiving(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function problemOf(count: number): string | undefined {
  if (count === 0) return 'Choose a calendar'
  return count > CALENDARS_MAX ? `Choose at most ${CALENDARS_MAX} calendars` : undefined
}

/** The sentence of an error that belongs to no field. */
function Failure({ error }: { error: Error | null }) {
  const failure = error && describeError(error)
  if (!failure || Object.keys(failure.fields).length > 0) return null
  return (
    <p role="alert" className="text-sm text-cancelled">
      {failure.message}
    </p>
  )
}
