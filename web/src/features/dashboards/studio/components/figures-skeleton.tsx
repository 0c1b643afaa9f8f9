import { SkeletonCounters } from '#ui/counters.tsx'

/** Placeholder of `Figures`. */
export const FiguresSkeleton = () => (
  <SkeletonCounters
    counters={[
      { title: 'Crew Members', width: 'w-6' },
      { title: 'Clients', width: 'w-6' },
      { title: 'Upcoming Bookings', width: 'w-24' },
      { title: 'Monthly Revenue', width: 'w-44' },
    ]}
  />
)
