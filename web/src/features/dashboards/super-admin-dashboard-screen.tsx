import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useLivePlatform } from '../admin/api.ts'
import { useAttention, useInboxCounts, usePlatformStats } from '../admin/platform-api.ts'

const AttentionList = lazy(async () => ({
  default: (await import('../admin/components/attention-list.tsx')).AttentionList,
}))
const Overview = lazy(async () => ({ default: (await import('../admin/components/overview.tsx')).Overview }))
const EmailLog = lazy(async () => ({ default: (await import('../admin/components/mail-log.tsx')).EmailLog }))
const CardPayments = lazy(async () => ({
  default: (await import('../admin/components/card-payments.tsx')).CardPayments,
}))
const LegalTexts = lazy(async () => ({
  default: (await import('../legal-texts/components/legal-form.tsx')).PlatformLegalTab,
}))
const AuditLog = lazy(async () => ({ default: (await import('../admin/components/audit-log.tsx')).AuditLog }))

const subtitles: Record<string, string> = {
  overview: 'The whole platform at a glance',
  audit: 'Who did what, and when',
  mail: 'Emails of the platform and its studios',
  payments: 'Card payments of all studios',
  legal: 'Imprint, privacy and terms of the platform',
}

export default function SuperAdminDashboardScreen() {
  useLivePlatform()
  const [params, setParams] = useSearchParams()
  const { requestCount, applicationCount } = useInboxCounts()
  const attention = (useAttention().data?.total ?? 0) + requestCount + applicationCount
  const overview = { value: 'overview', label: 'Overview', badge: countBadge(attention), content: <OverviewTab /> }
  const tabs = [
    overview,
    { value: 'audit', label: 'Audit log', content: <AuditLog /> },
    { value: 'mail', label: 'Email log', content: <EmailLog /> },
    { value: 'payments', label: 'Card payments', content: <CardPayments /> },
    { value: 'legal', label: 'Legal texts', content: <LegalTexts /> },
  ]
  const { value } = tabs.find((tab) => tab.value === params.get('tab')) ?? overview
  return (
    <Page title="Dashboard" subtitle={subtitles[value]} wide>
      <Tabs
        label="Dashboard"
        value={value}
        onChange={(next) => setParams(next === 'overview' ? {} : { tab: next }, { preventScrollReset: true })}
        tabs={tabs.map((tab) => ({ ...tab, content: <Suspense fallback={<SkeletonRows />}>{tab.content}</Suspense> }))}
      />
    </Page>
  )
}

const countBadge = (count: number) =>
  count > 0 && (
    <Badge tone="pending">
      {count}
      <span className="sr-only"> need attention</span>
    </Badge>
  )

const OverviewTab = () => (
  <div className="grid grid-cols-1 gap-6">
    <NeedsAttention />
    <Figures />
  </div>
)

function NeedsAttention() {
  const attention = useAttention()
  const counts = useInboxCounts()
  return (
    <QueryView
      query={attention}
      loadingText="Loading what needs attention..."
      errorTitle="Error loading what needs attention"
      skeleton={<Skeleton className="h-28" />}
    >
      {(data) => (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <AttentionList attention={data} {...counts} />
        </Suspense>
      )}
    </QueryView>
  )
}

function Figures() {
  const stats = usePlatformStats()
  return (
    <QueryView
      query={stats}
      loadingText="Loading the figures..."
      errorTitle="Error loading stats"
      skeleton={<CardSkeletons />}
    >
      {(figures) => (
        <Suspense fallback={<CardSkeletons />}>
          <Overview stats={figures} />
        </Suspense>
      )}
    </QueryView>
  )
}

const CardSkeletons = () => (
  <div className="grid gap-6">
    <Skeleton className="h-66 md:h-17" />
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-75" />
      <Skeleton className="h-75" />
    </div>
  </div>
)
