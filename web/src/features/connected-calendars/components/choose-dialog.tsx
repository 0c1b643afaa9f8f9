import type { ChosenCalendars, FoundCalendar } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_LABEL_MAX, CALENDARS_MAX } from '@studiohub/contract/features/connected-calendars/words.ts'
import { type FormEvent, useState } from 'react'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Failure } from './failure.tsx'

type ChooseDialogProps = {
  found: readonly FoundCalendar[]
  connect: { isPending: boolean; error: Error | null }
  onChoose: (calendars: ChosenCalendars) => void
  onClose: () => void
}

/** Which calendars of an account block time, and which one gets the sessions. */
export function ChooseDialog({ found, connect, onChoose, onClose }: ChooseDialogProps) {
  const [blocking, setBlocking] = useState(() => found.slice(0, 1).map(({ url }) => url))
  const [receiving, setReceiving] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = found.filter(({ url }) => blocking.includes(url) || url === receiving)
    const problem = problemOf(chosen.length)
    setError(problem)
    if (problem) return
    onChoose(
      chosen.map(({ url, name }) => ({
        url,
        label: [...name].slice(0, CALENDAR_LABEL_MAX).join(''),
        blocks: blocking.includes(url),
        receives: url === receiving,
      })),
    )
  }
  const choicesOf = (some: readonly FoundCalendar[]) => some.map(({ url, name }) => ({ value: url, label: name }))
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
        choices={choicesOf(found)}
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
            choices={[{ value: '', label: 'No calendar' }, ...choicesOf(found.filter((one) => one.can_receive))]}
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
