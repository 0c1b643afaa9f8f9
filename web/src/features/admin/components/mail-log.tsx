import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import { messageLabel, messageStateLabels, messageStates } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageTones } from '#features/messages/shared/tones.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useMailLog, useRetryMail, useSendTestMail } from '../api.ts'

const stateChoices = [
  { value: '', label: 'All emails' },
  ...messageStates.map((value) => ({ value, label: messageStateLabels[value] })),
]

/** The email log of the platform, without contents. Failed emails can be retried. */
export function MailLog() {
  const [params, setParams] = useSearchParams()
  const state = messageStates.find((one) => one === params.get('state'))
  const mails = useMailLog({ state })
  const choose = (value: string) =>
    setParams({ tab: 'mail', ...(value && { state: value }) }, { replace: true, preventScrollReset: true })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="w-full md:w-48">
          <Select
            aria-label="State"
            choices={stateChoices}
            value={state ?? ''}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        <SendTestMail />
      </div>
      <QueryView
        query={mails}
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
      <ShowMore list={mails} label="Show older" />
    </div>
  )
}

function SendTestMail() {
  const send = useSendTestMail()
  return (
    <Button look="secondary" pending={send.isPending} pendingText="Sending..." onClick={() => send.mutate()}>
      Send a test email
    </Button>
  )
}

function EmailTable({ rows }: { rows: readonly PlatformMessage[] }) {
  return (
    <Table
      label="Email log"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'When',
          cell: (row) => <span className="whitespace-nowrap">{formatDateTime(row.sent_at ?? row.created_at)}</span>,
        },
        { name: 'To', cell: (row) => <Recipient mail={row} /> },
        { name: 'Studio', narrow: 'hidden', cell: ({ studio_name }) => studio_name ?? 'Platform' },
        { name: 'About', narrow: 'title', cell: (row) => <Subject mail={row} /> },
        { name: 'Tries', narrow: 'below', cell: (row) => <Tries mail={row} /> },
        { name: 'State', cell: (row) => <State mail={row} /> },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) => row.state === 'failed' && <Retry mail={row} />,
        },
      ]}
    />
  )
}

const Recipient = ({ mail: { recipient_name, recipient_email } }: { mail: PlatformMessage }) => (
  <span className="@3xl:inline-grid">
    {recipient_name ?? recipient_email ?? 'Deleted account'}
    {recipient_name && recipient_email && (
      <span className="text-xs text-muted-foreground @max-3xl:hidden">
        <EmailText>{recipient_email}</EmailText>
      </span>
    )}
  </span>
)

const Subject = ({ mail }: { mail: PlatformMessage }) => (
  <span className="@3xl:inline-grid">
    {messageLabel(mail)}
    <span className="font-normal text-muted-foreground @3xl:hidden">, {mail.studio_name ?? 'Platform'}</span>
    {mail.starts_at && (
      <span className="text-xs text-muted-foreground @max-3xl:hidden">Session of {formatDateTime(mail.starts_at)}</span>
    )}
  </span>
)

const State = ({ mail: { state, last_error } }: { mail: PlatformMessage }) => (
  <span className="@3xl:inline-grid @3xl:justify-items-start @3xl:gap-1">
    <Badge tone={messageTones[state]}>{messageStateLabels[state]}</Badge>
    {last_error && <span className="text-xs break-words text-muted-foreground @max-3xl:hidden">{last_error}</span>}
  </span>
)

/** How many attempts were made; in a narrow row only with the reason of a failure. */
const Tries = ({ mail: { tries, last_error } }: { mail: PlatformMessage }) => (
  <>
    <span className="@max-3xl:hidden">{tries}</span>
    {last_error && (
      <span className="break-words @3xl:hidden">
        {tries === 1 ? '1 try' : `${tries} tries`}: {last_error}
      </span>
    )}
  </>
)

function Retry({ mail }: { mail: PlatformMessage }) {
  const retry = useRetryMail()
  return (
    <Button size="small" look="secondary" pending={retry.isPending} onClick={() => retry.mutate({ id: mail.id })}>
      Try again
      <span className="sr-only">
        : {messageLabel(mail)}, {mail.recipient_name ?? mail.recipient_email}
      </span>
    </Button>
  )
}
