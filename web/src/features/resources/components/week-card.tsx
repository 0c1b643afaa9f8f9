import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Copy } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useDaySwitch } from '../hooks/use-day-switch.ts'
import { weekdays } from '../model/hours-form.ts'
import { PhoneDay, type PhoneDayProps } from './phone-day.tsx'
import { type HoursFormState, SpansEditor } from './spans-editor.tsx'

type WeekCardProps = {
  form: HoursFormState
  resources: readonly Resource[]
  /** '' for the studio's week, else a resource id. */
  resourceId: string
  onSelect: (resourceId: string) => void
  /** The time zone of the times. */
  timezone: string
}

/** The weekly hours of the studio, or of a resource with its own week. */
export function WeekCard({ form, resources, resourceId, onSelect, timezone }: WeekCardProps) {
  const weeks = useWatch({ control: form.control, name: 'weeks' })
  const weekIndex = weeks.findIndex(({ resource_id }) => resource_id === resourceId)
  const selectedResource = resources.find(({ id }) => id === resourceId)
  const setWeeks = (newWeeks: typeof weeks) =>
    form.setValue('weeks', newWeeks, { shouldDirty: true, shouldValidate: true })
  const copyStudioDays = () => structuredClone(weeks[0]?.days ?? [])
  const choices = resources.map(({ id, name }) => {
    const hasOwnHours = weeks.some(({ resource_id }) => resource_id === id)
    return { value: id, label: hasOwnHours ? `${name} (own hours)` : name }
  })
  return (
    <Card title="Weekly hours" description={`When clients can book, in ${timezone.replaceAll('_', ' ')} time.`}>
      <div className="sm:max-w-xs">
        <Field label="Hours of">
          {(control) => (
            <Select
              {...control}
              choices={[{ value: '', label: 'The studio' }, ...choices]}
              value={resourceId}
              onChange={(event) => onSelect(event.target.value)}
            />
          )}
        </Field>
      </div>
      {weekIndex === -1 && selectedResource && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-muted-foreground">{selectedResource.name} is open when the studio is.</p>
          <Button
            look="secondary"
            onClick={() => setWeeks([...weeks, { resource_id: resourceId, days: copyStudioDays() }])}
          >
            Set its own hours
          </Button>
        </div>
      )}
      {weekIndex >= 0 && <Week key={resourceId} form={form} weekIndex={weekIndex} />}
      {weekIndex > 0 && (
        <Button look="quiet" className="justify-self-start" onClick={() => setWeeks(weeks.toSpliced(weekIndex, 1))}>
          Use the studio's hours again
        </Button>
      )}
    </Card>
  )
}

function Week({ form, weekIndex }: { form: HoursFormState; weekIndex: number }) {
  const copy = (weekday: number) => {
    const spans = form.getValues(`weeks.${weekIndex}.days.${weekday}.spans`)
    for (const day of weekdays.keys())
      form.setValue(`weeks.${weekIndex}.days.${day}.spans`, structuredClone(spans), {
        shouldDirty: true,
        shouldValidate: true,
      })
  }
  const days = useWatch({ control: form.control, name: `weeks.${weekIndex}.days` })
  const firstOpenDay = days.findIndex(({ spans }) => spans.length > 0)
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <ul aria-label="Weekly hours" className="-mb-2 grid grid-cols-1 divide-y divide-border">
        {weekdays.map((day, weekday) => (
          <PhoneDay
            key={day}
            form={form}
            name={`weeks.${weekIndex}.days.${weekday}.spans`}
            day={day}
            onCopy={() => copy(weekday)}
          />
        ))}
      </ul>
    )
  }
  return (
    <ul aria-label="Weekly hours" className="grid grid-cols-1 divide-y divide-border">
      {weekdays.map((day, weekday) => (
        <WideDay
          key={day}
          form={form}
          name={`weeks.${weekIndex}.days.${weekday}.spans`}
          day={day}
          isFirstOpen={weekday === firstOpenDay}
          onCopy={() => copy(weekday)}
        />
      ))}
    </ul>
  )
}

type WideDayProps = PhoneDayProps & { isFirstOpen: boolean }

/** A day of the week as one row. On tablets the hours are below the day. */
function WideDay({ form, name, day, isFirstOpen, onCopy }: WideDayProps) {
  const { spans, switchDay } = useDaySwitch(form, name)
  return (
    <li
      className={cx(
        'group/day grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-1.5',
        'xl:grid-cols-[auto_5.5rem_minmax(0,24rem)_auto] xl:justify-start',
      )}
    >
      {/* Without the space between the hidden label and the switch. */}
      <div className="-ml-4 flex min-h-10 items-center">
        <Switch label={`Open on ${day}`} isLabelHidden checked={spans.length > 0} onChange={switchDay} />
      </div>
      <h3 className="py-2.5 text-sm font-medium">{day}</h3>
      <div className="min-w-0 max-xl:order-last max-xl:col-span-full">
        <SpansEditor form={form} name={name} day={day} hasSwitch />
      </div>
      <Button
        look="quiet"
        size="small"
        className={cx(
          'min-h-10 text-muted-foreground',
          // One is enough to be seen. The others appear where there is a pointer or the focus.
          !isFirstOpen &&
            '[@media(hover:hover)]:opacity-0 group-focus-within/day:opacity-100 group-hover/day:opacity-100',
        )}
        aria-label={`Copy to all days: the hours of ${day}`}
        onClick={onCopy}
      >
        <Copy aria-hidden />
        Copy to all days
      </Button>
    </li>
  )
}
