import { ChevronDown, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Switch } from '#ui/switch.tsx'
import { useDaySwitch } from '../hooks/use-day-switch.ts'
import { describeSpans } from '../model/hours-form.ts'
import { type HoursFormState, SpansEditor } from './spans-editor.tsx'

export type PhoneDayProps = {
  form: HoursFormState
  name: `weeks.${number}.days.${number}.spans`
  /** Such as 'Monday'. */
  day: string
  onCopy: () => void
}

/** A day of the week on a phone: one row with its hours and a switch. A tap opens the fields below it. */
export function PhoneDay({ form, name, day, onCopy }: PhoneDayProps) {
  const { control, getFieldState } = form
  const { spans, switchDay } = useDaySwitch(form, name)
  const hasError = getFieldState(name, useFormState({ control, name })).invalid
  const [isOpened, setOpened] = useState(false)
  const isOpen = spans.length > 0 && (isOpened || hasError)
  const id = useId()
  return (
    <li>
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 grow text-sm">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            disabled={spans.length === 0}
            onClick={() => setOpened(!isOpen)}
            className="flex min-h-14 w-full items-center gap-2 text-left"
          >
            <span className="w-24 shrink-0 font-medium">{day}</span>
            <span className="min-w-0 grow font-normal text-muted-foreground tabular-nums">{describeSpans(spans)}</span>
            {spans.length > 0 && (
              <ChevronDown
                aria-hidden
                className={cx('size-4 shrink-0 text-muted-foreground transition duration-150', isOpen && 'rotate-180')}
              />
            )}
          </button>
        </h3>
        <Switch label={`Open on ${day}`} isLabelHidden checked={spans.length > 0} onChange={switchDay} />
      </div>
      <div id={id}>
        {isOpen && (
          <div className="pb-2">
            <SpansEditor
              form={form}
              name={name}
              day={day}
              hasSwitch
              action={
                <Button
                  look="quiet"
                  size="small"
                  className="min-h-11 text-muted-foreground"
                  aria-label={`Copy to all days: the hours of ${day}`}
                  onClick={onCopy}
                >
                  <Copy aria-hidden />
                  Copy to all days
                </Button>
              }
            />
          </div>
        )}
      </div>
    </li>
  )
}
