import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { getStudioState } from '@studiohub/contract/features/admin/words.ts'
import { studioTypeLabels } from '@studiohub/contract/features/studios/words.ts'
import { Building2, History } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLivePlatform } from './api.ts'
import { AttentionLines } from './components/attention-list.tsx'
import { StudioActions } from './components/studio-actions.tsx'
import { StudioFacts } from './components/studio-facts.tsx'
import { getStudioStatus, stateReasons } from './model/studio-states.ts'
import { useStudioOverview } from './studios-api.ts'

const FailedEmails = lazy(async () => ({ default: (await import('./components/failed-emails.tsx')).FailedEmails }))

/** One studio for an operator: its owners, its problems and the operator's actions. */
export default function StudioScreen() {
  useLivePlatform()
  const { id = '' } = useParams()
  const overview = useStudioOverview(id)
  const isMissing = useIsNotFound(overview, id)
  const name = overview.data?.studio.name ?? 'Studio'
  if (isMissing) return <NoStudio />
  return (
    <Page
      title={name}
      subtitle={overview.data ? `/${overview.data.studio.slug}` : undefined}
      breadcrumb={<BackToStudios />}
    >
      <QueryView
        query={overview}
        loadingText="Loading the studio..."
        errorTitle="Failed to load the studio"
        skeleton={<OverviewSkeleton />}
      >
        {(data) => <Overview overview={data} />}
      </QueryView>
    </Page>
  )
}

const OverviewSkeleton = () => (
  <div className="grid grid-cols-1 gap-6">
    <Skeleton className="h-22" />
    <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-2">
      <Skeleton className="h-33" />
      <Skeleton className="h-33" />
      <Skeleton className="h-62" />
      <Skeleton className="h-62" />
    </div>
  </div>
)

const BackToStudios = () => <BackLink to={paths.superAdminStudios}>All studios</BackLink>

const NoStudio = () => (
  <Page title="Studio">
    <EmptyState
      icon={Building2}
      title="We couldn't find that studio"
      action={
        <ButtonLink look="secondary">
          <Link to={paths.superAdminStudios}>All studios</Link>
        </ButtonLink>
      }
    >
      It may have been deleted.
    </EmptyState>
  </Page>
)

const Overview = ({ overview }: { overview: StudioOverview }) => (
  <div className="grid grid-cols-1 gap-6">
    <Heading overview={overview} />
    {overview.attention.length > 0 && (
      <Section title="Needs attention">
        <AttentionLines items={overview.attention} />
      </Section>
    )}
    <StudioFacts overview={overview} />
    <Suspense fallback={null}>
      <FailedEmails emails={overview.failed_emails} />
    </Suspense>
  </div>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rounded-md border border-border bg-card">
    <h2 className="border-b border-border px-5 py-3 font-semibold">{title}</h2>
    {children}
  </section>
)

/** The studio's logo and state, and the actions of an operator. */
function Heading({ overview }: { overview: StudioOverview }) {
  const { studio } = overview
  const state = getStudioState(studio)
  const status = getStudioStatus({ ...overview, hasPlans: arePlansOn() })
  const hasProblem = state === 'active' && status.label !== 'Active'
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-border bg-card p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-3">
        {studio.logo_url ? (
          <img src={studio.logo_url} alt="" className="size-12 rounded-md border border-border object-contain" />
        ) : (
          <span aria-hidden className="grid size-12 place-items-center rounded-md bg-muted text-lg font-semibold">
            {studio.name.slice(0, 1)}
          </span>
        )}
        <div className="grid min-w-0 gap-1">
          <span className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
            <Badge tone={status.tone}>{status.label}</Badge>
            {hasProblem && <span>Active</span>}
            <span>{stateReasons[state] ?? studioTypeLabels[studio.type]}</span>
          </span>
          <Link
            to={paths.superAdminAuditLog({ studio: studio.id })}
            className="flex w-fit items-center gap-1.5 text-sm text-link underline-offset-4 hover:underline max-md:min-h-11"
          >
            <History aria-hidden className="size-4" />
            Audit log
          </Link>
        </div>
      </div>
      <StudioActions overview={overview} />
    </div>
  )
}
