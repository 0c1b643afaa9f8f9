import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import { messageLabel, messageStateLabels, messageStates } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageTones } from '#features/messages/shared/tones.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useEmailLog, useRetryEmail, useSendTestEmail } from '../emails-api.ts'

const stateChoices = [
  { value: '', label: 'All emails' },
  ...messageStates.map((value) => ({ value, label: messageStateLabels[value] })),
]

/** The email log of the platform, without contents. Failed emails can be retried. */
export function EmailLog() {
  const [params, setParams] = useSearchParams()
  const state = messageStates.find((value) => value === params.get('state'))
  const emails = useEmailLog({ state })
  const setState = (value: string) =>
    setParams({ tab: 'mail', ...(value && { state: value }) }, { replace: true, preventScrollReset: true })
  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 max-md:flex-1 md:w-48">
          <Select
            aria-label="State"
            choices={stateChoices}
            value={state ?? ''}
            onChange={({ target }) => setState(target.value)}
          />
        </div>
        <SendTestEmail />
      </div>
      <QueryView
        query={emails}
        loadingText="Loading the email log..."
        errorTitle="Error loading data"
        empty={
          state === 'failed' ? (
            <EmptyState icon={Mail} title="Nothing failed">
              Every email was sent or is still being retried.
            </EmptyState>
          ) : (
            <EmptyState icon={Mail} title="No emails">
              Emails of the platform and its studios appear here, without their contents.
            </EmptyState>
          )
        }
      >
        {(rows) => <EmailTable rows={rows} />}
      </QueryView>
      <ShowMore list={emails} label="Show older" />
    </div>
  )
}

function SendTestEmail() {
  const send = useSendTestEmail()
  return (
    <Button
      look="secondary"
      className="max-md:min-h-11"
      pending={send.isPending}
      pendingText="Sending..."
      onClick={() => send.mutate()}
    >
      Send a test email
    </Button>
  )
}

function EmailTable({ rows }: { rows: readonly PlatformMessage[] }) {
  return (
    <Table
      framed
      label="Email log"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'When',
          cell: (row) => <RelativeTime at={row.created_at} />,
        },
        { name: 'To', cell: (row) => <Recipient email={row} /> },
        { name: 'Studio', narrow: 'hidden', cell: ({ studio_name }) => <StudioName name={studio_name} /> },
        { name: 'About', narrow: 'title', cell: (row) => <Subject email={row} /> },
        { name: 'State', cell: (row) => <State email={row} /> },
        { name: 'Problem', hideName: true, narrow: 'below', cell: (row) => <Problem email={row} /> },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) => row.state === 'failed' && <Retry email={row} />,
        },
      ]}
    />
  )
}

const StudioName = ({ name }: { name: string | null }) => (
  <span title={name ?? undefined} className="block max-w-56 truncate">
    {name ?? 'Platform'}
  </span>
)

function Recipient({ email: { recipient_name, recipient_email, studio_name } }: { email: PlatformMessage }) {
  const text = [recipient_name, recipient_email].filter(Boolean).join(', ')
  return (
    <span title={text} className="@3xl:grid @3xl:max-w-64 @3xl:grid-cols-1 @3xl:*:truncate">
      <span>{recipient_name ?? recipient_email ?? 'Deleted account'}</span>
      <span className="@3xl:hidden"> · {studio_name ?? 'Platform'}</span>
      {recipient_name && recipient_email && (
        <span className="text-xs text-muted-foreground @max-3xl:hidden">{recipient_email}</span>
      )}
    </span>
  )
}

function Subject({ email }: { email: PlatformMessage }) {
  const { starts_at, sender_name } = email
  const label = sender_name ? `${messageLabel(email)} from ${sender_name}` : messageLabel(email)
  return (
    <span title={label} className="@3xl:grid @3xl:max-w-64 @3xl:grid-cols-1 @3xl:*:truncate">
      <span>{label}</span>
      {starts_at && (
        <>
          <span className="font-normal text-muted-foreground @3xl:hidden">, {formatDateTime(starts_at)}</span>
          <span className="text-xs text-muted-foreground @max-3xl:hidden">Session of {formatDateTime(starts_at)}</span>
        </>
      )}
    </span>
  )
}

/** The state with the number of attempts, if there were several, and the error. */
const State = ({ email: { state, tries, last_error } }: { email: PlatformMessage }) => (
  <span className="@3xl:inline-grid @3xl:justify-items-start @3xl:gap-1">
    <Badge tone={messageTones[state]}>{messageStateLabels[state]}</Badge>
    {(tries > 1 || last_error) && (
      <span className="text-xs wrap-anywhere text-muted-foreground @max-3xl:hidden">
        {describeProblem({ tries, last_error })}
      </span>
    )}
  </span>
)

const describeProblem = ({ tries, last_error }: Pick<PlatformMessage, 'tries' | 'last_error'>) =>
  [tries > 1 && `${tries} tries`, last_error].filter(Boolean).join(': ')

/** The attempts and the error in a narrow row. */
const Problem = ({ email: { tries, last_error } }: { email: PlatformMessage }) =>
  (tries > 1 || last_error) && (
    <span className="wrap-anywhere @3xl:hidden">{describeProblem({ tries, last_error })}</span>
  )

function Retry({ email }: { email: PlatformMessage }) {
  const retry = useRetryEmail()
  return (
    <Button size="small" look="secondary" pending={retry.isPending} onClick={() => retry.mutate({ id: email.id })}>
      Send again
      <span className="sr-only">
        : {messageLabel(email)}, {email.recipient_name ?? email.recipient_email}
      </span>
    </Button>
  )
}
