import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useLivePlatform, usePlatformStats } from '../admin/api.ts'

const Overview = lazy(async () => ({ default: (await import('../admin/components/overview.tsx')).Overview }))
const MailLog = lazy(async () => ({ default: (await import('../admin/components/mail-log.tsx')).MailLog }))
const LegalTexts = lazy(async () => ({
  default: (await import('../legal-texts/components/legal-form.tsx')).PlatformLegalTab,
}))
const Trail = lazy(async () => ({ default: (await import('../admin/components/audit-log.tsx')).AuditLog }))

export default function SuperAdminDashboardScreen() {
  useLivePlatform()
  const [params, setParams] = useSearchParams()
  const tabs = [
    { value: 'overview', label: 'Overview', content: <Figures /> },
    { value: 'audit', label: 'Audit log', content: <Trail /> },
    { value: 'mail', label: 'Email log', content: <MailLog /> },
    { value: 'legal', label: 'Legal texts', content: <LegalTexts /> },
  ]
  const value = tabs.find((tab) => tab.value === params.get('tab'))?.value ?? 'overview'
  return (
    <Page title="Dashboard" subtitle="The whole platform at a glance" wide>
      <Tabs
        label="Dashboard"
        value={value}
        onChange={(next) => setParams(next === 'overview' ? {} : { tab: next }, { preventScrollReset: true })}
        tabs={tabs.map((tab) => ({ ...tab, content: <Suspense fallback={<SkeletonRows />}>{tab.content}</Suspense> }))}
      />
    </Page>
  )
}

function Figures() {
  const stats = usePlatformStats()
  return (
    <QueryView
      query={stats}
      loadingText="Loading the figures..."
      errorTitle="Error loading stats"
      skeleton={<CardShapes />}
    >
      {(figures) => (
        <Suspense fallback={<CardShapes />}>
          <Overview stats={figures} />
        </Suspense>
      )}
    </QueryView>
  )
}

const CardShapes = () => (
  <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    <Skeleton className="h-28" />
    <Skeleton className="h-28" />
    <Skeleton className="h-28" />
    <Skeleton className="h-28" />
  </div>
)
