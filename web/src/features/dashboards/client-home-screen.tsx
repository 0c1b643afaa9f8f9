import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarPlus, CircleCheck, Clapperboard, FolderKanban, SquareKanban } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Counter, Counters, CountersSkeleton } from '#ui/counters.tsx'
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
      <Welcome studio={studio} />
      <Suspense fallback={<Skeleton className="h-36" />}>
        <NextSession studio={studio} />
      </Suspense>
      <ProjectCounters studio={studio} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <RecentProjects studio={studio} />
        <Chat />
      </div>
    </Page>
  )
}

/** The client's main actions. */
function Welcome({ studio }: { studio: Studio }) {
  const navigate = useNavigate()
  return (
    <section
      aria-label="Quick actions"
      className="grid gap-4 rounded-md border border-border bg-card p-5 md:flex md:items-center md:justify-between"
    >
      <p className="text-muted-foreground">What would you like to do?</p>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <ButtonLink>
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
      skeleton={<CountersSkeleton columns={3} />}
      errorTitle="Failed to load projects"
    >
      {({ active, in_production, completed }) => (
        <Counters columns={3}>
          <Counter title="Active Projects" value={active} note="under way" icon={FolderKanban} to={to} />
          <Counter
            title="In Production"
            value={in_production}
            note="in the production phase"
            icon={Clapperboard}
            to={to}
          />
          <Counter title="Completed" value={completed} note="projects finished" icon={CircleCheck} to={to} />
        </Counters>
      )}
    </QueryView>
  )
}
