import { CalendarAccount } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_URL_MAX } from '@studiohub/contract/features/connected-calendars/words.ts'
import { type ReactNode, useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { useConnectAccountCalendars, useFindCalendars } from '../api.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { GeneralError } from './failure.tsx'

type AccountDialogProps = {
  studio_id: string
  /** The people or rooms whose calendars can be connected. */
  resources: readonly { id: string; name: string }[]
  intro: ReactNode
  onClose: () => void
}

const fieldNames = ['resource_id', 'url', 'username', 'password'] as const

/** Connects calendars of a CalDAV account. The user first enters the sign-in, then chooses the calendars. */
export function AccountDialog({ studio_id, resources, intro, onClose }: AccountDialogProps) {
  const find = useFindCalendars()
  const connect = useConnectAccountCalendars()
  const onlyResource = resources.length === 1 ? resources[0] : undefined
  const form = useSchemaForm(CalendarAccount, {
    resource_id: onlyResource?.id ?? '',
    url: '',
    username: '',
    password: '',
  })
  const [account, setAccount] = useState<CalendarAccount | null>(null)
  const { errors } = form.formState
  const submit = form.handleSubmit((input) =>
    find.mutate(
      { studio_id, ...input },
      { onSuccess: () => setAccount(input), onError: (error) => showFieldErrors(form, fieldNames, error) },
    ),
  )
  if (account && find.data)
    return (
      <ChooseDialog
        calendars={find.data.items}
        connect={connect}
        onChoose={(calendars) => connect.mutate({ studio_id, ...account, calendars }, { onSuccess: onClose })}
        onClose={onClose}
      />
    )
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
      <GeneralError error={find.error} />
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
