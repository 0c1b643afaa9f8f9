import { DAY_OFF_NOTE_MAX, NewDayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import { type FormEvent, useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { DateField, TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCreateDayOff } from '../days-off-api.ts'

type DayOffDialogProps = {
  studio_id: string
  today: string
  people: readonly { id: string; name: string }[]
  onClose: () => void
}

const EMPTY_IS_NULL = { setValueAs: (text: string | null) => text || null }
const fieldNames = ['resource_id', 'first_date', 'last_date', 'from_time', 'to_time', 'note'] as const

/** Adds days off: whole days, or from a time on the first day until a time on the last. */
export function DayOffDialog({ studio_id, today, people, onClose }: DayOffDialogProps) {
  const create = useCreateDayOff()
  const [hasTimes, setHasTimes] = useState(false)
  const onlyPerson = people.length === 1 ? people[0] : undefined
  const form = useSchemaForm(NewDayOff, {
    resource_id: onlyPerson?.id ?? '',
    first_date: today,
    last_date: today,
    from_time: null,
    to_time: null,
    note: null,
  })
  const { register, setValue, getValues, formState } = form
  const { errors } = formState
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React bubbles the event to the parent dialog, whose form must not get it.
    event.stopPropagation()
    return form.handleSubmit((entry) => {
      if (create.isPending) return
      create.mutate(
        { studio_id, ...entry },
        { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldNames, error) },
      )
    })(event)
  }
  const switchTimes = (isOn: boolean) => {
    setHasTimes(isOn)
    if (isOn) return
    setValue('from_time', null)
    setValue('to_time', null)
  }
  return (
    <FormDialog
      title="Add days off"
      {...(onlyPerson && { description: `For ${onlyPerson.name}` })}
      submitLabel="Add days off"
      pendingLabel="Adding..."
      isPending={create.isPending}
      onSubmit={submit}
      closeLabel="Cancel"
      onClose={onClose}
    >
      {create.error && Object.keys(describeError(create.error).fields).length === 0 && (
        <p role="alert" className="text-sm text-cancelled">
          {describeError(create.error).message}
        </p>
      )}
      {!onlyPerson && (
        <Field label="Person" required error={errors.resource_id?.message}>
          {(control) => (
            <Select
              {...control}
              choices={people.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a person"
              {...register('resource_id')}
            />
          )}
        </Field>
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        <DateField
          label="First day"
          required
          min={today}
          error={errors.first_date?.message}
          {...register('first_date', {
            onChange: ({ target }) => {
              if (getValues('last_date') < target.value) setValue('last_date', target.value)
            },
          })}
        />
        <DateField label="Last day" required error={errors.last_date?.message} {...register('last_date')} />
      </div>
      <Switch
        label="Part of a day"
        hint="Set a start time for the first day and an end time for the last day."
        checked={hasTimes}
        onChange={switchTimes}
      />
      {hasTimes && (
        <div className="grid grid-cols-2 items-start gap-4">
          <TimeField label="From" error={errors.from_time?.message} {...register('from_time', EMPTY_IS_NULL)} />
          <TimeField label="Until" error={errors.to_time?.message} {...register('to_time', EMPTY_IS_NULL)} />
        </div>
      )}
      <Field label="Note" hint="Only the desk and the person see it." error={errors.note?.message}>
        {(control) => <Input {...control} {...register('note', EMPTY_IS_NULL)} maxLength={DAY_OFF_NOTE_MAX} />}
      </Field>
    </FormDialog>
  )
}
