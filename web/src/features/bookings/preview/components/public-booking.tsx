import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../../ui/button.tsx'
import { useTitle } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { readWish } from '../../client/parts/wish.ts'
import type { Offer } from '../parts/offer.ts'
import { offeredOf, ServicesToBook } from '../parts/services-to-book.tsx'

// Times and the client that asks for them come once somebody wants to see them.
const PublicTimes = lazy(async () => ({ default: (await import('./public-times.tsx')).PublicTimes }))

/** A visitor's way to a session: a service, a free time, then an account. What is chosen stands in the address. */
export function PublicBooking({ studio, offer }: { studio: PublicStudio; offer: Offer }) {
  useTitle(`Book a session - ${studio.name}`)
  const [params, setParams] = useSearchParams()
  const wish = readWish({ ...Object.fromEntries(params), service: params.get('book') })
  const service = offer.items.find(({ key }) => key === wish.service)
  if (!service || !studio.is_active) {
    return (
      <ServicesToBook
        offered={offer.items.map(offeredOf)}
        name={studio.name}
        isOpen={studio.is_active}
        onChoose={(book) => setParams({ book })}
      />
    )
  }
  return (
    <>
      <h1 className="text-xl font-semibold">Book a session at {studio.name}</h1>
      <Chosen service={service} onChange={() => setParams({})} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <PublicTimes key={service.key} studio={studio} service={service} zone={offer.timezone} wish={wish} />
      </Suspense>
    </>
  )
}

function Chosen({ service, onChange }: { service: PublicService; onChange: () => void }) {
  const { label, length, price } = offeredOf(service)
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3">
      <div className="grid gap-0.5">
        <h2 className="font-medium">{label}</h2>
        <p className="text-sm text-muted-foreground">{[length, price].filter(Boolean).join(', ')}</p>
      </div>
      <Button look="secondary" size="small" aria-label="Change the service" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}
