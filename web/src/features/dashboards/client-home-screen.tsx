import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarPlus, Sparkles, SquareKanban } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Chat } from '../assistant/shared/chat.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NewProject } from '../projects/shared/new-project.tsx'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useProjectStats } from './client/api.ts'
import { RecentProjects } from './client/components/recent-projects.tsx'

const NextSession = lazy(async () => ({
  default: (await import('../bookings/client/components/next-session.tsx')).NextSession,
}))

const ClaimQuestion = lazy(async () => ({
  default: (await import('../clients/components/claim-question.tsx')).ClaimQuestion,
}))

export default function ClientHomeScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio />
  const name = me.profile.full_name ?? me.user.email
  return (
    <Page
      title={`Welcome, ${name}`}
      subtitle={studio.tagline ?? `Your place at ${studio.name}`}
      titleSuffix={studio.name}
    >
      {me.user.email_proven && (
        <Suspense fallback={null}>
          <ClaimQuestion />
        </Suspense>
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-6">
          <Suspense fallback={<Skeleton className="h-48" />}>
            <NextSession studio={studio} />
          </Suspense>
          <Welcome studio={studio} />
          <ProjectCounters studio={studio} />
          <RecentProjects studio={studio} />
        </div>
        <div id="stu" className="scroll-mt-20 xl:sticky xl:top-20">
          <Chat />
        </div>
      </div>
    </Page>
  )
}

/** The client's main actions. From a width of 1280 px, Stu is next to them and needs no button. */
function Welcome({ studio }: { studio: Studio }) {
  const navigate = useNavigate()
  return (
    <section
      aria-label="Quick actions"
      className="grid gap-4 rounded-md border border-border bg-card p-5 sm:flex sm:flex-wrap sm:items-center sm:justify-between"
    >
      <p className="text-muted-foreground">What would you like to do?</p>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <ButtonLink className="max-sm:col-span-2">
          <Link to={paths.clientBookings(studio.slug)}>
            <CalendarPlus aria-hidden />
            Book a session
          </Link>
        </ButtonLink>
        <NewProject
          studio={studio}
          look="secondary"
          onDone={({ id }) => navigate(paths.clientProject(studio.slug, id))}
        />
        <ButtonLink look="secondary">
          <Link to={paths.clientBoard(studio.slug)}>
            <SquareKanban aria-hidden />
            Open Board
          </Link>
        </ButtonLink>
        <ButtonLink look="secondary" className="max-sm:col-span-2 xl:hidden">
          <a href={paths.here('stu')}>
            <Sparkles aria-hidden />
            Ask Stu
          </a>
        </ButtonLink>
      </div>
    </section>
  )
}

function ProjectCounters({ studio }: { studio: Studio }) {
  const stats = useProjectStats()
  const to = paths.clientProjects(studio.slug)
  return (
    <QueryView
      query={stats}
      loadingText="Loading projects..."
      skeleton={<Skeleton className="h-11 w-96 max-w-full" />}
      errorTitle="Failed to load projects"
    >
      {({ active, in_production, completed }) => (
        <CounterStrip>
          <StripCounter title="Active Projects" value={active} to={to} />
          <StripCounter title="In Production" value={in_production} to={to} />
          <StripCounter title="Completed" value={completed} to={to} />
        </CounterStrip>
      )}
    </QueryView>
  )
}
