import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ClipboardCheck, LogIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLiveBookings } from '../bookings/cache-api.ts'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useCheckins, useLiveCheckins } from './api.ts'
import { CheckinsTable } from './components/checkins-table.tsx'
import { ExpectedClients } from './components/expected-clients.tsx'

const loadDialog = () => import('./components/checkin-dialog.tsx')
const CheckinDialog = lazy(async () => ({ default: (await loadDialog()).CheckinDialog }))

export default function CheckinsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <CheckinsPage studio={studio} /> : <NoStudio page="Client Check-Ins" />
}

function CheckinsPage({ studio }: { studio: Studio }) {
  useLiveCheckins()
  useLiveBookings()
  usePrefetch(loadDialog)
  const [isOpen, setOpen] = useState(false)
  const checkins = useCheckins(studio.id)
  const now = useNow()
  const today = todayIn(studio.timezone, now)
  const checkIn = (
    <Button onClick={() => setOpen(true)}>
      <LogIn aria-hidden />
      Check In Client
    </Button>
  )
  return (
    <Page title="Client Check-Ins" subtitle="Who is expected, who is here, and who has left today" action={checkIn}>
      <ExpectedClients
        studio={studio}
        today={today}
        now={now}
        checkins={checkins.data}
        isLoading={checkins.isPending}
      />
      <section aria-labelledby="checkins" className="grid gap-3">
        <h2 id="checkins" className="text-lg font-semibold">
          Today's check-ins
        </h2>
        <QueryView
          query={checkins}
          loadingText="Loading check-ins..."
          skeleton={<SkeletonTable />}
          errorTitle="Failed to load check-ins"
          empty={
            <EmptyState icon={ClipboardCheck} title="No check-ins yet">
              Today's check-ins appear here.
            </EmptyState>
          }
        >
          {(rows) => (
            <div className="grid gap-4">
              <CheckinsTable studio={studio} checkins={rows} today={today} now={now} />
              <ShowMore list={checkins} />
            </div>
          )}
        </QueryView>
      </section>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <CheckinDialog studio={studio} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
