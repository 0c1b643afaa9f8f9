import { roleLabels } from '@studiohub/contract/actor.ts'
import type { PlatformRoleRequest as RoleRequest } from '@studiohub/contract/features/admin/schema.ts'
import { type RequestAnswer, type RequestState, requestStates } from '@studiohub/contract/features/admin/words.ts'
import { UserCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { ROWS_PER_PAGE } from '../api.ts'
import { useCursorPages } from '../hooks/use-cursor-pages.ts'
import { formatRole } from '../model/wording.ts'
import { useApproveRole, useRejectRole, useRoleRequests } from '../roles-api.ts'
import { EmailLine } from './email-line.tsx'

const stateChoices = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
] as const
const answerLabels: Record<RequestAnswer, { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'confirmed' },
  rejected: { label: 'Rejected', tone: 'cancelled' },
}

/** Role requests of all studios, open or answered. The studio's admins can answer them too. */
export function PendingApprovals() {
  const [params, setParams] = useSearchParams()
  const state = requestStates.find((value) => value === params.get('state')) ?? 'open'
  const setState = (value: RequestState) =>
    setParams(
      { tab: 'pending', ...(value === 'answered' && { state: value }) },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4 *:not-first:w-full">
      <Segmented label="State" choices={stateChoices} value={state} onChange={setState} />
      <Requests state={state} />
    </div>
  )
}

function Requests({ state }: { state: RequestState }) {
  const pages = useCursorPages(state)
  const requests = useRoleRequests({ state, cursor: pages.cursor })
  return (
    <QueryView
      query={requests}
      loadingText="Loading requests..."
      errorTitle="Error loading data"
      isEmpty={({ items }) => items.length === 0}
      empty={<NoRequests state={state} />}
    >
      {({ items, next_cursor, total }) => (
        <div className="grid gap-4">
          <Table
            framed
            label={state === 'open' ? 'Pending approvals' : 'Answered requests'}
            rows={items}
            // A person can ask again after an answer, in the same row of the database.
            keyOf={({ id, answer }) => `${id} ${answer?.at}`}
            columns={[
              { name: 'Name', narrow: 'title', cell: (request) => <Name request={request} /> },
              { name: 'Requested role', narrow: 'hidden', cell: ({ role }) => roleLabels[role] },
              { name: 'Studio', cell: (request) => <Studio request={request} state={state} /> },
              {
                name: 'Requested',
                // The time of the answer says more.
                narrow: state === 'open' ? 'aside' : 'hidden',
                cell: ({ requested_at }) => <RelativeTime at={requested_at} />,
              },
              state === 'open'
                ? {
                    name: 'Answer',
                    hideName: true,
                    align: 'end',
                    narrow: 'below',
                    cell: (request) => <AnswerButtons request={request} />,
                  }
                : { name: 'Answer', narrow: 'below', cell: ({ answer }) => answer && <Answer answer={answer} /> },
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

const NoRequests = ({ state }: { state: RequestState }) =>
  state === 'open' ? (
    <EmptyState icon={UserCheck} title="No pending requests">
      New requests to join a studio appear here.
    </EmptyState>
  ) : (
    <EmptyState icon={UserCheck} title="No answered requests">
      Requests that a studio or an operator approved or rejected appear here.
    </EmptyState>
  )

/** What was answered, who answered and when. */
function Answer({ answer: { outcome, at, by_name } }: { answer: NonNullable<RoleRequest['answer']> }) {
  const { label, tone } = answerLabels[outcome]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 @max-3xl:pt-1">
      <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 text-xs wrap-anywhere text-muted-foreground">
        by {by_name ?? 'a deleted account'}, <RelativeTime at={at} />
      </span>
    </span>
  )
}

/** The studio; in a narrow row with the role, which is larger above the buttons. */
const Studio = ({ request, state }: { request: RoleRequest; state: RequestState }) => (
  <>
    <span className="@max-3xl:hidden">{request.studio_name ?? 'No studio'}</span>
    <span className={state === 'open' ? 'text-sm text-foreground @3xl:hidden' : '@3xl:hidden'}>
      {formatRole(request)}
    </span>
  </>
)

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
    <span className="flex justify-end gap-2 @max-3xl:grid @max-3xl:grid-cols-2 @max-3xl:pt-3 @max-3xl:pb-2 @max-3xl:*:min-h-11">
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
