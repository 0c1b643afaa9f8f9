import { contactTopicLabels } from '@studiohub/contract/features/marketing/words.ts'
import type { ListedPartnershipApplication as Application } from '@studiohub/contract/features/partners/schema.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import { Handshake, Mail, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmailText } from '#ui/email-text.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { type Pages, ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useApplications, useContactRequests } from '../inquiries-api.ts'

/** The list of partnership applications. */
export function Applications() {
  const applications = useApplications()
  return (
    <QueryView
      query={applications}
      loadingText="Loading applications..."
      errorTitle="Error loading data"
      empty={
        <EmptyState icon={Handshake} title="No applications yet">
          Applications from the partner page appear here.
        </EmptyState>
      }
    >
      {(rows) => (
        <MessageList label="Partnership applications" pages={applications}>
          {newestUnansweredFirst(rows).map((application) => (
            <MessageItem
              key={application.id}
              needsReply={!application.partner_since}
              title={application.companyName}
              kind={partnershipTypeLabels[application.partnershipType]}
              state={
                application.partner_since ? <Badge tone="confirmed">Partner</Badge> : <Badge tone="pending">New</Badge>
              }
              from={application.contactName}
              email={application.email}
              phone={application.phone}
              message={application.message}
              created_at={application.created_at}
              action={<Account application={application} />}
            />
          ))}
        </MessageList>
      )}
    </QueryView>
  )
}

/** Applications that wait come first. In both groups the newest are first, as the server sends them. */
const newestUnansweredFirst = (rows: readonly Application[]) => [
  ...rows.filter(({ partner_since }) => !partner_since),
  ...rows.filter(({ partner_since }) => partner_since),
]

/** The way to the account of the sender, where an operator assigns the partner role. */
function Account({ application: { account_email, partner_since, companyName } }: { application: Application }) {
  if (!account_email) return <span className="text-xs text-muted-foreground">No account yet: ask them to sign up</span>
  return (
    <ButtonLink
      look={partner_since ? 'link' : 'secondary'}
      size="small"
      className={cx('max-md:min-h-11', partner_since && 'max-md:-ml-3')}
    >
      <Link to={paths.superAdminUser(account_email)}>
        {partner_since ? `Partner since ${formatDateOf(partner_since)}` : 'Assign role'}
        <span className="sr-only">: {companyName}</span>
      </Link>
    </ButtonLink>
  )
}

/** The list of contact requests. */
export function ContactRequests() {
  const requests = useContactRequests()
  return (
    <QueryView
      query={requests}
      loadingText="Loading messages..."
      errorTitle="Error loading data"
      empty={
        <EmptyState icon={Mail} title="No messages yet">
          Messages from the contact forms appear here.
        </EmptyState>
      }
    >
      {(rows) => (
        <MessageList label="Contact requests" pages={requests}>
          {rows.map(({ id, name, company, topic, email, message, created_at }) => (
            <MessageItem
              key={id}
              title={company ?? name}
              kind={contactTopicLabels[topic]}
              from={name}
              phone={null}
              email={email}
              message={message}
              created_at={created_at}
            />
          ))}
        </MessageList>
      )}
    </QueryView>
  )
}

function MessageList({ label, pages, children }: { label: string; pages: Pages; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <ul aria-label={label} className="grid gap-4 lg:grid-cols-2">
        {children}
      </ul>
      <ShowMore list={pages} label="Show older" />
    </div>
  )
}

type MessageItemProps = {
  title: string
  /** The kind of message. */
  kind: string
  /** What became of the message. */
  state?: ReactNode
  from: string
  email: string
  phone: string | null
  message: string
  created_at: string
  /** Beside the reply. */
  action?: ReactNode
  needsReply?: boolean
}

function MessageItem(props: MessageItemProps) {
  const { title, kind, state, from, email, phone, message, created_at, action, needsReply = false } = props
  return (
    <li className="grid grid-rows-[auto_auto_1fr_auto] content-start gap-3 rounded-md border border-border bg-card p-5 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-2 max-md:grid max-md:grid-cols-1">
        <h2 className="min-w-0 text-base font-semibold break-words">{title}</h2>
        <div className="flex flex-wrap items-center gap-2">
          {state}
          <span className="ml-auto text-xs text-muted-foreground md:hidden">
            <RelativeTime at={created_at} />
          </span>
        </div>
      </div>
      <p className="min-w-0 text-muted-foreground max-md:grid max-md:grid-cols-1 max-md:gap-1">
        <span>
          {kind} · {from}
          <span className="max-md:hidden">, </span>
        </span>
        <a href={`mailto:${email}`} className="text-link underline underline-offset-4">
          <EmailText>{email}</EmailText>
        </a>
        {phone && (
          <>
            <span className="max-md:hidden">, </span>
            <a
              href={`tel:${phone.replaceAll(' ', '')}`}
              className="whitespace-nowrap underline-offset-4 hover:underline"
            >
              {phone}
            </a>
          </>
        )}
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      <div className="flex items-center justify-between gap-3 border-t border-border pt-3">
        <p className="text-xs text-muted-foreground max-md:hidden">
          <RelativeTime at={created_at} />
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2 max-md:w-full max-md:justify-between">
          {action}
          <ButtonLink look={needsReply ? 'primary' : 'secondary'} size="small" className="ml-auto max-md:min-h-11">
            <a href={`mailto:${email}?subject=${encodeURIComponent(`Your message to us: ${title}`)}`}>
              <Reply aria-hidden />
              Reply<span className="sr-only"> to {from}</span>
            </a>
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}
