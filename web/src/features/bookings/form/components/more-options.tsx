import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { BookingForm } from '../model/booking-form.ts'
import { HoldField } from './booking-fields.tsx'
import { PeopleAndEquipmentField } from './people-and-equipment-field.tsx'
import { RepeatField } from './repeat-field.tsx'

type MoreOptionsProps = { form: BookingForm; context: BookingContext; isBlocked: boolean }

/** People, equipment, repetition and hold. They are folded at first, unless a draft uses them, because most sessions need none. */
export function MoreOptions({ form, context, isBlocked }: MoreOptionsProps) {
  const id = useId()
  const [resource_ids = [], every_weeks, status] = useWatch({
    control: form.control,
    name: ['resource_ids', 'every_weeks', 'status'],
  })
  const others = [...context.people, ...context.equipment].filter((resource) => resource_ids.includes(resource.id))
  const used = others.length + Number(every_weeks > 0) + Number(!isBlocked && status === 'pending')
  const [isOpen, setOpen] = useState(used > 0)
  // A folded field could not show its error.
  const { until, count } = form.formState.errors
  const isShown = isOpen || Boolean(until ?? count)
  return (
    <div className="grid gap-3 border-y border-border py-1">
      <Button
        look="quiet"
        aria-expanded={isShown}
        aria-controls={id}
        className="-mx-3 justify-start px-3"
        onClick={() => setOpen(!isOpen)}
      >
        More options
        {!isShown && used > 0 && <span className="font-normal text-muted-foreground">{used} chosen</span>}
        <ChevronDown aria-hidden className={cx('ml-auto transition duration-150', isShown && 'rotate-180')} />
      </Button>
      <div id={id} className={cx('gap-4 pb-3', isShown ? 'grid' : 'hidden')}>
        <PeopleAndEquipmentField
          context={context}
          value={resource_ids}
          onChange={(ids) => form.setValue('resource_ids', ids)}
        />
        <RepeatField form={form} />
        {!isBlocked && <HoldField form={form} />}
      </div>
    </div>
  )
}
