import type { AccountCalendar, CalendarSelection } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_LABEL_MAX, CALENDARS_MAX } from '@studiohub/contract/features/connected-calendars/words.ts'
import { type FormEvent, useState } from 'react'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { GeneralError } from './failure.tsx'

type ChooseDialogProps = {
  calendars: readonly AccountCalendar[]
  connect: { isPending: boolean; error: Error | null }
  onChoose: (chosen: CalendarSelection) => void
  onClose: () => void
}

/** Chooses which calendars of an account block time, and which one receives the sessions. */
export function ChooseDialog({ calendars, connect, onChoose, onClose }: ChooseDialogProps) {
  const [blockingUrls, setBlockingUrls] = useState(() => calendars.slice(0, 1).map(({ url }) => url))
  const [receivingUrl, setReceivingUrl] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const selected = calendars.filter(({ url }) => blockingUrls.includes(url) || url === receivingUrl)
    const nextError = countError(selected.length)
    setError(nextError)
    if (nextError) return
    onChoose(
      selected.map(({ url, name }) => ({
        url,
        label: [...name].slice(0, CALENDAR_LABEL_MAX).join(''),
        blocks: blockingUrls.includes(url),
        receives: url === receivingUrl,
      })),
    )
  }
  const choicesOf = (options: readonly AccountCalendar[]) =>
    options.map(({ url, name }) => ({ value: url, label: name }))
  return (
    <FormDialog
      title="Choose calendars"
      description="Clients can't book online while they are busy."
      submitLabel="Connect"
      pendingLabel="Connecting..."
      isPending={connect.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <GeneralError error={connect.error} />
      <CheckboxGroup
        label="Calendars that block time"
        choices={choicesOf(calendars)}
        chosen={blockingUrls}
        onChange={setBlockingUrls}
        error={error}
      />
      <Field label="Add confirmed sessions to" hint="Changes are updated there, and cancelled sessions are removed.">
        {(control) => (
          <Select
            {...control}
            choices={[
              { value: '', label: 'No calendar' },
              ...choicesOf(calendars.filter((calendar) => calendar.can_receive)),
            ]}
            value={receivingUrl}
            onChange={(event) => setReceivingUrl(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function countError(count: number): string | undefined {
  if (count === 0) return 'Choose a calendar'
  return count > CALENDARS_MAX ? `Choose at most ${CALENDARS_MAX} calendars` : undefined
}
