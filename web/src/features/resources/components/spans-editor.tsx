import { SPANS_PER_DAY_MAX } from '@studiohub/contract/features/resources/schema.ts'
import { CircleAlert, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { Button, IconButton } from '#ui/button.tsx'
import { TimeInput } from '#ui/date-time/time-input.tsx'
import { type HoursFields, NEW_SPAN, toSpan } from '../model/hours-form.ts'

export type HoursFormState = UseFormReturn<HoursFields, unknown, HoursFields>

type SpansEditorProps = {
  form: HoursFormState
  name: `weeks.${number}.days.${number}.spans` | `exceptions.${number}.spans`
  /** The name of the day, for labels: 'Monday'. */
  day: string
  /** Whether a switch before the hours opens and closes the day. */
  hasSwitch?: boolean
  /** A button after the one that adds hours, for narrow screens. */
  action?: ReactNode
}

/** The time ranges of one day. A range that ends before it starts continues after midnight. */
export function SpansEditor({ form, name, day, hasSwitch = false, action }: SpansEditorProps) {
  const { control, getFieldState } = form
  const { fields, append, remove } = useFieldArray({ control, name })
  const { error } = getFieldState(name, useFormState({ control, name }))
  const message = error?.root?.message ?? error?.message
  const isClosed = fields.length === 0
  const newSpan = isClosed ? NEW_SPAN : { opens: '', closes: '' }
  return (
    <div className="grid grid-cols-1 items-start justify-items-start gap-2 md:grid-cols-[minmax(0,auto)_auto] md:justify-start">
      {isClosed && <p className="py-2 text-sm text-muted-foreground md:py-2.5">Closed</p>}
      {fields.map(({ id }, index) => (
        <SpanRow
          key={id}
          form={form}
          name={name}
          day={day}
          index={index}
          onRemove={hasSwitch && fields.length === 1 ? null : () => remove(index)}
        />
      ))}
      <ErrorText message={message} />
      <div className="flex flex-wrap empty:hidden max-md:-mx-3 md:col-start-2 md:row-start-1">
        {fields.length < SPANS_PER_DAY_MAX && !(hasSwitch && isClosed) && (
          <Button
            look="quiet"
            size="small"
            title={`Add hours to ${day}`}
            className="max-md:min-h-11 md:min-h-10"
            onClick={() => append(newSpan)}
          >
            <Plus aria-hidden />
            <span className={isClosed ? undefined : 'md:sr-only'}>Add hours</span>
            <span className="sr-only"> to {day}</span>
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}

// On phones, two times and their buttons share a line.
const timeClasses = 'md:w-32 max-md:min-w-0 max-md:[&_input]:pr-8 max-md:[&_input]:pl-2'

type SpanRowProps = Pick<SpansEditorProps, 'form' | 'name' | 'day'> & {
  index: number
  /** Null for the only hours of a day with a switch. */
  onRemove: (() => void) | null
}

function SpanRow({ form, name, day, index, onRemove }: SpanRowProps) {
  const { control, register, getFieldState } = form
  const [opens, closes] = [`${name}.${index}.opens`, `${name}.${index}.closes`] as const
  const state = useFormState({ control, name: [opens, closes] })
  const [from, to] = useWatch({ control, name: [opens, closes] })
  const errors = [opens, closes].map((path) => getFieldState(path, state).error?.message)
  const isNight = Boolean(from && to) && toSpan({ opens: from, closes: to }).closes_next_day
  return (
    <div className="flex w-full flex-wrap items-center gap-2 md:col-start-1">
      <div className="flex items-center gap-2 max-md:w-full max-md:gap-1.5">
        <TimeInput
          aria-label={`${day} opens, ${index + 1}`}
          aria-invalid={Boolean(errors[0])}
          className={timeClasses}
          {...register(opens, { deps: name })}
        />
        <span aria-hidden className="text-sm text-muted-foreground">
          to
        </span>
        <TimeInput
          aria-label={`${day} closes, ${index + 1}`}
          aria-invalid={Boolean(errors[1])}
          className={timeClasses}
          {...register(closes, { deps: name })}
        />
        {onRemove && (
          <IconButton name={`Remove hours ${index + 1} of ${day}`} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {isNight && <span className="text-sm text-muted-foreground">closes the next day</span>}
      <ErrorText message={errors.find(Boolean)} />
    </div>
  )
}

function ErrorText({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="flex items-center gap-1.5 text-sm text-cancelled md:col-start-1">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {message}
    </p>
  )
}
