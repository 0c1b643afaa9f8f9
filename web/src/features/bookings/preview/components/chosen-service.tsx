import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { readChoice } from '#features/bookings/client/model/session-choice.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useTitle } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { describeService } from './services-to-book.tsx'

// Loaded on demand, so that the page shows without the API client.
const PublicTimes = lazy(async () => ({ default: (await import('./public-times.tsx')).PublicTimes }))

type ChosenServiceProps = {
  studio: PublicStudio
  service: PublicService
  /** The studio's time zone, if already known. */
  zone: string | null
}

/** A visitor chooses a free time and then creates an account. The choice is stored in the URL. */
export function ChosenService({ studio, service, zone }: ChosenServiceProps) {
  const { label, length, price } = describeService(service)
  useTitle(`${label} - ${studio.name}`)
  const [params] = useSearchParams()
  const choice = readChoice({ ...Object.fromEntries(params), service: service.key })
  return (
    <>
      <h1 className="text-xl font-semibold">Book a session at {studio.name}</h1>
      <div className="flex items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3">
        <div className="grid gap-0.5">
          <h2 className="font-medium">{label}</h2>
          <p className="text-sm text-muted-foreground">{[length, price].filter(Boolean).join(', ')}</p>
        </div>
        <ButtonLink look="secondary" size="small">
          <Link to={paths.book(studio.slug)} aria-label="Change the service">
            Change
          </Link>
        </ButtonLink>
      </div>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <PublicTimes studio={studio} service={service} zone={zone} choice={choice} />
      </Suspense>
    </>
  )
}
