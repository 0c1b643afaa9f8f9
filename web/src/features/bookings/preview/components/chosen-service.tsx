import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { readChoice } from '#features/bookings/client/model/session-choice.ts'
import { useTitle } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Offer } from '../model/offer.ts'
import { TimesSkeleton } from './times-skeleton.tsx'

// Loaded on demand, so that the page shows without the API client and the rules for prices.
const ServiceCard = lazy(async () => ({ default: (await import('./service-card.tsx')).ServiceCard }))
const PublicTimes = lazy(async () => ({ default: (await import('./public-times.tsx')).PublicTimes }))

type ChosenServiceProps = { studio: PublicStudio; service: PublicService; offer: Offer }

/** A visitor chooses a free time and then creates an account. The choice is stored in the URL. */
export function ChosenService({ studio, service, offer }: ChosenServiceProps) {
  useTitle(`${service.label} - ${studio.name}`)
  const [params] = useSearchParams()
  const choice = readChoice({ ...Object.fromEntries(params), service: service.key })
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-3 md:gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <h1 className="text-lg font-semibold md:text-xl">Choose a time</h1>
      <Suspense fallback={<Skeleton className="h-41 md:h-31 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-80" />}>
        <ServiceCard studio={studio} service={service} offer={offer} choice={choice} />
      </Suspense>
      <div className="grid gap-4 md:gap-5 lg:col-start-1 lg:row-start-2">
        <Suspense fallback={<TimesSkeleton />}>
          <PublicTimes studio={studio} service={service} offer={offer} choice={choice} />
        </Suspense>
      </div>
    </div>
  )
}
