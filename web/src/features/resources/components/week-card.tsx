import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Copy } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { weekdays } from '../model/hours-form.ts'
import { type HoursFormState, SpansEditor } from './spans-editor.tsx'

type WeekCardProps = {
  form: HoursFormState
  resources: readonly Resource[]
  /** '' for the studio's week, else a resource id. */
  of: string
  onChoose: (of: string) => void
  /** The time zone of the times. */
  timezone: string
}

/** The weekly hours of the studio, or of a resource with its own week. */
export function WeekCard({ form, resources, of, onChoose, timezone }: WeekCardProps) {
  const weeks = useWatch({ control: form.control, name: 'weeks' })
  const at = weeks.findIndex(({ resource_id }) => resource_id === of)
  const chosen = resources.find(({ id }) => id === of)
  const change = (next: typeof weeks) => form.setValue('weeks', next, { shouldDirty: true, shouldValidate: true })
  const copied = () => structuredClone(weeks[0]?.days ?? [])
  const choices = resources.map(({ id, name }) => {
    const own = weeks.some(({ resource_id }) => resource_id === id)
    return { value: id, label: own ? `${name} (own hours)` : name }
  })
  return (
    <Card title="Weekly hours" description={`When clients can book, in ${timezone.replaceAll('_', ' ')} time.`}>
      <div className="sm:max-w-xs">
        <Field label="Hours of">
          {(control) => (
            <Select
              {...control}
              choices={[{ value: '', label: 'The studio' }, ...choices]}
              value={chosen ? of : ''}
              onChange={(event) => onChoose(event.target.value)}
            />
          )}
        </Field>
      </div>
      {at === -1 && chosen && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-muted-foreground">{chosen.name} is open when the studio is.</p>
          <Button look="secondary" onClick={() => change([...weeks, { resource_id: of, days: copied() }])}>
            Set its own hours
          </Button>
        </div>
      )}
      {at >= 0 && <Week key={of} form={form} at={at} />}
      {at > 0 && (
        <Button look="quiet" className="justify-self-start" onClick={() => change(weeks.toSpliced(at, 1))}>
          Use the studio's hours again
        </Button>
      )}
    </Card>
  )
}

function Week({ form, at }: { form: HoursFormState; at: number }) {
  const copy = (weekday: number) => {
    const spans = form.getValues(`weeks.${at}.days.${weekday}.spans`)
    for (const day of weekdays.keys())
      form.setValue(`weeks.${at}.days.${day}.spans`, structuredClone(spans), {
        shouldDirty: true,
        shouldValidate: true,
      })
  }
  return (
    <ul aria-label="Weekly hours" className="grid grid-cols-1 divide-y divide-border">
      {weekdays.map((day, weekday) => (
        <li
          key={day}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
        >
          <h3 className="py-2 text-sm font-medium">{day}</h3>
          <div className="max-sm:order-last max-sm:col-span-2">
            <SpansEditor form={form} name={`weeks.${at}.days.${weekday}.spans`} day={day} />
          </div>
          <IconButton name={`Copy the hours of ${day} to every day`} onClick={() => copy(weekday)}>
            <Copy aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
