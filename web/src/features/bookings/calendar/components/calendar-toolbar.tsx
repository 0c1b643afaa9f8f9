import { DaysOffButton } from '#features/bookings/components/days-off-button.tsx'
import { FilterButton } from '#features/bookings/components/filter-button.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { type CalendarView, changeView, type UrlState } from '../model/view-in-url.ts'
import { getVisibleRange, PeriodBar } from './period-bar.tsx'

const viewChoices: readonly { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
]

type CalendarToolbarProps = {
  context: BookingContext
  isLoading: boolean
  urlState: UrlState
  onNavigate: (part: Partial<UrlState>) => void
  withCancelled: boolean
  onChangeWithCancelled: (withCancelled: boolean) => void
}

/** Period, view and filters of the calendar in one line; two lines on phones. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { context, isLoading, urlState, onNavigate, withCancelled, onChangeWithCancelled } = props
  return (
    <>
      <div className="max-md:order-last max-md:w-full md:ml-auto">
        <PeriodBar context={context} isLoading={isLoading} position={urlState} onNavigate={onNavigate} />
      </div>
      {/* On phones the tabs, views and filters share a line of 358 px. */}
      <div className="flex items-center gap-2 max-sm:gap-1.5">
        {/* On phones this button is below the agenda. */}
        <DaysOffButton
          context={context}
          range={getVisibleRange(urlState, context.studio.week_starts_on)}
          className="max-md:hidden"
        />
        <Segmented
          label="View"
          value={urlState.view}
          onChange={(view) => onNavigate(changeView(urlState, view, context.today))}
          choices={viewChoices}
        />
        <FilterButton context={context} filters={urlState.filters} onChange={(filters) => onNavigate({ filters })}>
          <Switch label="Show cancelled" checked={withCancelled} onChange={onChangeWithCancelled} />
        </FilterButton>
      </div>
    </>
  )
}
