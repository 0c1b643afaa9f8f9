import { roleLabels } from '@studiohub/contract/actor.ts'
import type { RoleRequest } from '@studiohub/contract/features/roles/schema.ts'
import { UserCheck } from 'lucide-react'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { ROWS_A_PAGE, useApproveRole, useRejectRole, useRoleRequests } from '../api.ts'
import { usePages } from '../hooks/use-pages.ts'

/** Pending role requests of all studios; the studio's admins can answer them too. */
export function PendingApprovals() {
  const pages = usePages('requests')
  const requests = useRoleRequests(pages.cursor)
  return (
    <QueryView
      query={requests}
      loadingText="Loading requests..."
      errorTitle="Error loading data"
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState icon={UserCheck} title="No pending requests">
          New requests to join a studio appear here.
        </EmptyState>
      }
    >
      {({ items, next_cursor, total }) => (
        <div className="grid gap-4">
          <Table
            label="Pending approvals"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Name', cell: (request) => <Name request={request} /> },
              { name: 'Requested role', cell: ({ role }) => roleLabels[role] },
              { name: 'Studio', cell: ({ studio_name }) => studio_name ?? 'No studio' },
              { name: 'Requested', cell: ({ requested_at }) => formatDateTime(requested_at) },
              { name: 'Answer', hideName: true, align: 'end', cell: (request) => <AnswerButtons request={request} /> },
            ]}
          />
          <Pager
            {...{ page: pages.page, rowCount: items.length, perPage: ROWS_A_PAGE, total }}
            onBack={pages.back}
            onNext={pages.getPager(next_cursor)}
            pending={requests.isPlaceholderData}
          />
        </div>
      )}
    </QueryView>
  )
}

function Name({ request: { full_name, email, email_confirmed } }: { request: RoleRequest }) {
  return (
    <span className="grid min-w-0 justify-items-end gap-0.5 @3xl:justify-items-start">
      <span className="font-medium">{full_name ?? 'No name'}</span>
      {email && (
        <span className="max-w-full text-xs text-muted-foreground">
          <EmailText>{email}</EmailText>
        </span>
      )}
      {email_confirmed === false && <Badge tone="pending">Email not confirmed</Badge>}
    </span>
  )
}

function AnswerButtons({ request: { id, full_name } }: { request: RoleRequest }) {
  const approve = useApproveRole()
  const reject = useRejectRole()
  const isPending = approve.isPending || reject.isPending
  const name = <span className="sr-only"> {full_name ?? 'this person'}</span>
  return (
    <span className="flex justify-end gap-2">
      <Button size="small" pending={approve.isPending} disabled={isPending} onClick={() => approve.mutate({ id })}>
        Approve{name}
      </Button>
      <Button
        size="small"
        look="secondary"
        pending={reject.isPending}
        disabled={isPending}
        onClick={() => reject.mutate({ id })}
      >
        Reject{name}
      </Button>
    </span>
  )
}
