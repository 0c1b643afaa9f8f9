import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarPlus, Sparkles } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { Chat } from '../assistant/shared/chat.tsx'
import { useClosedReason } from '../bookings/client/api.ts'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { RecentProjects } from './client/components/recent-projects.tsx'

const NextSession = lazy(async () => ({
  default: (await import('../bookings/client/components/next-session.tsx')).NextSession,
}))

const LaterSessions = lazy(async () => ({
  default: (await import('../bookings/client/components/next-session.tsx')).LaterSessionsCard,
}))

const ClaimQuestion = lazy(async () => ({
  default: (await import('../clients/components/claim-question.tsx')).ClaimQuestion,
}))

const ClosedNotice = lazy(async () => ({
  default: (await import('../bookings/client/components/closed-notice.tsx')).ClosedNotice,
}))

const WaitingForYou = lazy(async () => ({
  default: (await import('./client/components/waiting-for-you.tsx')).WaitingForYou,
}))

export default function ClientHomeScreen() {
  const { studio, me } = useActiveStudio()
  return studio ? <ClientHome studio={studio} me={me} /> : <NoStudio />
}

function ClientHome({ studio, me }: { studio: Studio; me: Me }) {
  const isPhone = useIsPhone()
  const { closedReason, isLoading } = useClosedReason(studio)
  const name = me.profile.full_name ?? me.user.email
  const book = closedReason === null && (
    // Invisible until the answer, so that nothing moves, and a closed studio never offers a booking.
    <ButtonLink className={cx('max-md:min-h-12', isLoading && 'invisible')}>
      <Link to={paths.clientBookings(studio.slug)}>
        <CalendarPlus aria-hidden />
        Book a session
      </Link>
    </ButtonLink>
  )
  return (
    <Page
      title={`Welcome, ${name}`}
      subtitle={studio.tagline ?? `Your place at ${studio.name}`}
      titleSuffix={studio.name}
      action={!isPhone && book}
      // From a width of 1280 px, Stu is next to the sessions and needs no button.
      otherActions={
        <ButtonLink look="secondary" className="max-sm:px-3 xl:hidden">
          <a href={paths.here('stu')} title="Ask Stu">
            <Sparkles aria-hidden />
            <span className="max-sm:sr-only">Ask Stu</span>
          </a>
        </ButtonLink>
      }
    >
      {me.user.email_proven && (
        <Suspense fallback={null}>
          <ClaimQuestion />
        </Suspense>
      )}
      {closedReason && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <ClosedNotice studio={studio} reason={closedReason} />
        </Suspense>
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-6">
          <Suspense fallback={<Skeleton className="h-48" />}>
            <NextSession studio={studio} />
          </Suspense>
          <Suspense fallback={null}>
            <WaitingForYou studio={studio} />
          </Suspense>
          {isPhone && (
            <>
              {book}
              <Suspense fallback={null}>
                <LaterSessions studio={studio} />
              </Suspense>
            </>
          )}
          <RecentProjects studio={studio} />
        </div>
        <div id="stu" className="scroll-mt-20 xl:sticky xl:top-20">
          <Chat />
        </div>
      </div>
    </Page>
  )
}
