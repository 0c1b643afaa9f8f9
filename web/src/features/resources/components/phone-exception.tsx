import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { formatMediumDate } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { describeSpans } from '../model/hours-form.ts'
import type { HoursFormState } from './spans-editor.tsx'

type PhoneExceptionProps = { form: HoursFormState; index: number; children: ReactNode }

/** A day with other hours on a phone: one row with its date, hours and note. A tap opens the fields below it. */
export function PhoneException({ form, index, children }: PhoneExceptionProps) {
  const { control, getFieldState } = form
  const name = `exceptions.${index}` as const
  const { date, note, spans } = useWatch({ control, name })
  const hasError = getFieldState(name, useFormState({ control, name })).invalid
  // A new day is opened, because it has no date yet.
  const [isOpened, setOpened] = useState(date === '')
  const isOpen = isOpened || hasError
  const id = useId()
  return (
    <li>
      <h3 className="text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpened(!isOpen)}
          className="flex min-h-14 w-full items-center gap-3 py-2 text-left"
        >
          <span className="grid min-w-0 grow gap-0.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium tabular-nums">{date ? formatMediumDate(date) : 'New day'}</span>
              <span className="font-normal text-muted-foreground tabular-nums">{describeSpans(spans)}</span>
            </span>
            {note && <span className="truncate font-normal text-muted-foreground">{note}</span>}
          </span>
          <ChevronDown
            aria-hidden
            className={cx('size-4 shrink-0 text-muted-foreground transition duration-150', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id}>{isOpen && <div className="grid grid-cols-1 gap-3 pt-1 pb-4">{children}</div>}</div>
    </li>
  )
}
