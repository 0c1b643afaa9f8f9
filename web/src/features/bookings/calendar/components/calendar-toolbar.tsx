import { FilterButton } from '#features/bookings/components/filter-button.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { changeScale, type Scale, type UrlState } from '../model/view-in-url.ts'
import { PeriodBar } from './period-bar.tsx'

const scaleChoices: readonly { value: Scale; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
]

type CalendarToolbarProps = {
  context: BookingContext
  isLoading: boolean
  urlState: UrlState
  onGo: (part: Partial<UrlState>) => void
  withCancelled: boolean
  onWithCancelled: (withCancelled: boolean) => void
}

/** Period, view and filters of the calendar in one line; two lines on phones. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { context, isLoading, urlState, onGo, withCancelled, onWithCancelled } = props
  return (
    <>
      <div className="max-md:order-last max-md:w-full md:ml-auto">
        <PeriodBar context={context} isLoading={isLoading} at={urlState} onGo={onGo} />
      </div>
      <div className="flex items-center gap-2">
        <Segmented
          label="View"
          value={urlState.scale}
          onChange={(scale) => onGo(changeScale(urlState, scale, context.today))}
          choices={scaleChoices}
        />
        <FilterButton context={context} filters={urlState.filters} onChange={(filters) => onGo({ filters })}>
          <Switch label="Show cancelled" checked={withCancelled} onChange={onWithCancelled} />
        </FilterButton>
      </div>
    </>
  )
}
