import { useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type HoursFields, NEW_SPAN, type SpanFields } from '../model/hours-form.ts'

type DayName = `weeks.${number}.days.${number}.spans`

/** The hours of a weekday, and a function that closes it or opens it again with the hours that it had. */
export function useDaySwitch({ control, setValue }: UseFormReturn<HoursFields, unknown, HoursFields>, name: DayName) {
  const spans = useWatch({ control, name })
  const lastSpans = useRef<SpanFields[]>([NEW_SPAN])
  const switchDay = (isOn: boolean) => {
    if (!isOn) lastSpans.current = structuredClone(spans)
    setValue(name, isOn ? lastSpans.current : [], { shouldDirty: true, shouldValidate: true })
  }
  return { spans, switchDay }
}
