import { SkeletonCounters } from '#ui/counters.tsx'

/** Farther from the buttons of the page's head, and in line with the tabs. */
export const figuresClasses = 'md:relative md:top-2'

/** Placeholder of `Figures`. */
export const FiguresSkeleton = () => (
  <div className={figuresClasses}>
    <SkeletonCounters
      counters={[
        { title: 'Crew Members', width: 'w-6' },
        { title: 'Clients', width: 'w-6' },
        { title: 'Upcoming Bookings', width: 'w-6', noteWidth: 'w-16' },
        { title: 'Monthly Revenue', width: 'w-16', noteWidth: 'w-28' },
      ]}
    />
  </div>
)
