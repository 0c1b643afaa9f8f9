import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { getStudioState } from '@studiohub/contract/features/admin/words.ts'
import { studioTypeLabels } from '@studiohub/contract/features/studios/words.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { Building2, History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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
import {
  listPossibleActions,
  ProblemButton,
  type StudioAction,
  StudioActions,
  StudioDialogs,
} from './components/studio-actions.tsx'
import { Owners, StudioFacts } from './components/studio-facts.tsx'
import { chooseProblemActions } from './model/problem-actions.ts'
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
      badge={overview.data && <StatusBadge overview={overview.data} />}
      subtitle={overview.data && describeStudio(overview.data.studio)}
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
    <Skeleton className="h-10" />
    <Skeleton className="h-26" />
    <Skeleton className="h-88" />
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

function StatusBadge({ overview }: { overview: StudioOverview }) {
  const status = getStudioStatus({ ...overview, hasPlans: arePlansOn() })
  return <Badge tone={status.tone}>{status.label}</Badge>
}

/** Address, type, plan, and why the studio is inactive, in one line. The badge says if it is active or its payment failed. */
function describeStudio(studio: StudioOverview['studio']) {
  const planText = arePlansOn() && studio.tier && `Plan: ${plans[studio.tier].name}`
  return [`/${studio.slug}`, studioTypeLabels[studio.type], planText, stateReasons[getStudioState(studio)]]
    .filter(Boolean)
    .join(' · ')
}

function Overview({ overview }: { overview: StudioOverview }) {
  const [action, setAction] = useState<StudioAction | null>(null)
  const possible = listPossibleActions(overview)
  const problemActions = chooseProblemActions(overview.attention, possible)
  const besideProblems = new Set(problemActions.values())
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="-mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OwnerLine overview={overview} />
        <StudioActions
          overview={overview}
          actions={possible.filter((name) => !besideProblems.has(name))}
          onAction={setAction}
        />
      </div>
      {overview.attention.length > 0 && (
        <section aria-labelledby="needs-attention" className="rounded-md border border-border bg-card">
          <h2 id="needs-attention" className="border-b border-border px-5 py-3 font-semibold">
            Needs attention
          </h2>
          <AttentionLines
            items={overview.attention}
            buttonOf={({ kind }) => {
              const help = problemActions.get(kind)
              return help && <ProblemButton isSmall action={help} look="primary" onAction={setAction} />
            }}
          />
        </section>
      )}
      <StudioFacts overview={overview} />
      {overview.failed_emails.length > 0 && (
        <Suspense fallback={null}>
          <FailedEmails emails={overview.failed_emails} />
        </Suspense>
      )}
      <StudioDialogs action={action} overview={overview} onClose={() => setAction(null)} />
    </div>
  )
}

/** The studio's logo, its admins and a link to its audit log. */
const OwnerLine = ({ overview }: { overview: StudioOverview }) => (
  <div className="flex min-w-0 items-center gap-3">
    {overview.studio.logo_url && (
      <img
        src={overview.studio.logo_url}
        alt=""
        className="size-10 shrink-0 rounded-md border border-border object-contain"
      />
    )}
    <div className="flex min-w-0 flex-wrap items-center gap-x-4">
      <Owners overview={overview} />
      <Link
        to={paths.superAdminAuditLog({ studio: overview.studio.id })}
        className="flex w-fit items-center gap-1.5 text-sm text-link underline-offset-4 hover:underline max-md:min-h-11"
      >
        <History aria-hidden className="size-4" />
        Audit log
      </Link>
    </div>
  </div>
)
