import type { RoleRequest } from '@studiohub/contract/features/roles/schema.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useApproveRequest, useRejectRequest, useRequests } from '../api.ts'

type RequestsCardProps = { studio_id: string; timezone: string; requestedRole: 'client' | 'staff' }

/** Open role requests with approve and reject; renders nothing without requests. */
export function RequestsCard({ studio_id, timezone, requestedRole }: RequestsCardProps) {
  const requests = useRequests(studio_id, requestedRole)
  if (requests.error && !requests.data)
    return (
      <ErrorState title="Failed to load requests" message={requests.error.message} onRetry={() => requests.refetch()} />
    )
  if (!requests.data || requests.data.length === 0) return null
  return (
    <Card
      title={`Requests (${requests.data.length}${requests.hasNextPage ? '+' : ''})`}
      description={
        requestedRole === 'staff' ? 'People who want to join your crew.' : 'People who want to become your clients.'
      }
    >
      <ul className="grid divide-y divide-border">
        {requests.data.map((request) => (
          <Row key={request.id} request={request} timezone={timezone} />
        ))}
      </ul>
      <ShowMore list={requests} label="Show more requests" />
    </Card>
  )
}

function Row({ request, timezone }: { request: RoleRequest; timezone: string }) {
  const approve = useApproveRequest()
  const reject = useRejectRequest()
  const { id, full_name, email, email_confirmed, requested_at } = request
  const name = full_name ?? 'No name'
  const isAnswered = approve.isPending || reject.isPending || approve.isSuccess || reject.isSuccess
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0">
      <span className="flex min-w-0 items-center gap-3 text-sm">
        <Avatar src={null} name={full_name} />
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="text-muted-foreground">
              Asked <RelativeTime at={requested_at} zone={timezone} />
            </span>
          </span>
          {email && (
            <span className="text-muted-foreground">
              <EmailText>{email}</EmailText>
            </span>
          )}
          {email_confirmed === false && <Badge tone="pending">Email not confirmed</Badge>}
        </span>
      </span>
      <span className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-md:*:min-h-11">
        <Button
          size="small"
          aria-label={`Approve ${name}`}
          pending={isAnswered && !reject.isPending && !reject.isSuccess}
          onClick={() => !isAnswered && approve.mutate({ id })}
        >
          Approve
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-label={`Reject ${name}`}
          pending={isAnswered && !approve.isPending && !approve.isSuccess}
          onClick={() => !isAnswered && reject.mutate({ id })}
        >
          Reject
        </Button>
      </span>
    </li>
  )
}
