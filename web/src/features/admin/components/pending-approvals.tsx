import { roleLabels } from '@studiohub/contract/actor.ts'
import type { RoleRequest } from '@studiohub/contract/features/roles/schema.ts'
import { UserCheck } from 'lucide-react'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { ROWS_PER_PAGE } from '../api.ts'
import { useCursorPages } from '../hooks/use-cursor-pages.ts'
import { formatRole } from '../model/wording.ts'
import { useApproveRole, useRejectRole, useRoleRequests } from '../roles-api.ts'
import { EmailLine } from './email-line.tsx'

/** Pending role requests of all studios; the studio's admins can answer them too. */
export function PendingApprovals() {
  const pages = useCursorPages('requests')
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
            framed
            label="Pending approvals"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Name', narrow: 'title', cell: (request) => <Name request={request} /> },
              { name: 'Requested role', narrow: 'hidden', cell: ({ role }) => roleLabels[role] },
              {
                name: 'Studio',
                cell: (request) => (
                  <>
                    <span className="@max-3xl:hidden">{request.studio_name ?? 'No studio'}</span>
                    <span className="@3xl:hidden">{formatRole(request)}</span>
                  </>
                ),
              },
              { name: 'Requested', narrow: 'aside', cell: ({ requested_at }) => <RelativeTime at={requested_at} /> },
              {
                name: 'Answer',
                hideName: true,
                align: 'end',
                narrow: 'below',
                cell: (request) => <AnswerButtons request={request} />,
              },
            ]}
          />
          <Pager
            page={pages.page}
            rowCount={items.length}
            perPage={ROWS_PER_PAGE}
            total={total}
            onBack={pages.back}
            onNext={pages.getNextHandler(next_cursor)}
            pending={requests.isPlaceholderData}
          />
        </div>
      )}
    </QueryView>
  )
}

function Name({ request: { full_name, email, email_confirmed } }: { request: RoleRequest }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <span className="font-medium">{full_name ?? 'No name'}</span>
      {email && <EmailLine>{email}</EmailLine>}
      {email_confirmed === false && <Badge tone="pending">Email not confirmed</Badge>}
    </span>
  )
}

function AnswerButtons({ request: { id, full_name } }: { request: RoleRequest }) {
  const approve = useApproveRole()
  const reject = useRejectRole()
  const isPending = approve.isPending || reject.isPending
  const hiddenName = <span className="sr-only"> {full_name ?? 'this person'}</span>
  return (
    <span className="flex justify-end gap-2 @max-3xl:grid @max-3xl:grid-cols-2 @max-3xl:py-2 @max-3xl:*:min-h-11">
      <Button size="small" pending={approve.isPending} disabled={isPending} onClick={() => approve.mutate({ id })}>
        Approve{hiddenName}
      </Button>
      <Button
        size="small"
        look="secondary"
        pending={reject.isPending}
        disabled={isPending}
        onClick={() => reject.mutate({ id })}
      >
        Reject{hiddenName}
      </Button>
    </span>
  )
}
