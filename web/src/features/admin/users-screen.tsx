import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useLivePlatform } from './api.ts'
import { AllUsers } from './components/all-users.tsx'
import { useInboxCounts } from './platform-api.ts'
import { useRoleRequests } from './roles-api.ts'

const PendingApprovals = lazy(async () => ({
  default: (await import('./components/pending-approvals.tsx')).PendingApprovals,
}))
const Applications = lazy(async () => ({ default: (await import('./components/message-lists.tsx')).Applications }))
const ContactRequests = lazy(async () => ({
  default: (await import('./components/message-lists.tsx')).ContactRequests,
}))

export default function UsersScreen() {
  useLivePlatform()
  return (
    <Page title="Users" subtitle="All users of the platform and their requests" wide>
      <UserTabs />
    </Page>
  )
}

function UserTabs() {
  const [params, setParams] = useSearchParams()
  const pendingCount = useRoleRequests().data?.total ?? 0
  const { applicationCount } = useInboxCounts()
  const search = params.get('search') ?? ''
  const onSearch = (text: string) =>
    setParams(text ? { search: text } : {}, { replace: true, preventScrollReset: true })
  const tabs = [
    { value: 'all', label: 'All Users', content: <AllUsers search={search} onSearch={onSearch} /> },
    { value: 'pending', label: 'Pending Approvals', badge: countBadge(pendingCount), content: <PendingApprovals /> },
    {
      value: 'applications',
      label: 'Partnership applications',
      badge: countBadge(applicationCount),
      content: <Applications />,
    },
    { value: 'contacts', label: 'Contact requests', content: <ContactRequests /> },
  ]
  const value = tabs.find((tab) => tab.value === params.get('tab'))?.value ?? 'all'
  return (
    <Tabs
      label="Users"
      value={value}
      onChange={(next) => setParams(next === 'all' ? {} : { tab: next }, { preventScrollReset: true })}
      tabs={tabs.map((tab) => ({ ...tab, content: <Suspense fallback={<SkeletonRows />}>{tab.content}</Suspense> }))}
    />
  )
}

const countBadge = (count: number) =>
  count > 0 && (
    <Badge tone="pending">
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
