import { contactTopicLabels } from '@studiohub/contract/features/marketing/words.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import { Handshake, Mail, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
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
          {rows.map(({ id, companyName, contactName, email, phone, partnershipType, message, created_at }) => (
            <MessageItem
              key={id}
              title={companyName}
              badge={partnershipTypeLabels[partnershipType]}
              from={contactName}
              email={email}
              phone={phone}
              message={message}
              created_at={created_at}
            />
          ))}
        </MessageList>
      )}
    </QueryView>
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
              badge={contactTopicLabels[topic]}
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
  badge: string
  from: string
  email: string
  phone: string | null
  message: string
  created_at: string
}

function MessageItem({ title, badge, from, email, phone, message, created_at }: MessageItemProps) {
  return (
    <li className="grid content-start gap-3 rounded-md border border-border bg-card p-5 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-base font-semibold break-words">{title}</h2>
        <Badge>{badge}</Badge>
      </div>
      <p className="min-w-0 text-muted-foreground">
        {from},{' '}
        <a href={`mailto:${email}`} className="text-link underline underline-offset-4">
          <EmailText>{email}</EmailText>
        </a>
        {phone && (
          <>
            {', '}
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
        <p className="text-xs text-muted-foreground">
          <RelativeTime at={created_at} />
        </p>
        <ButtonLink look="secondary" size="small" className="max-md:min-h-11">
          <a href={`mailto:${email}?subject=${encodeURIComponent(`Your message to us: ${title}`)}`}>
            <Reply aria-hidden />
            Reply<span className="sr-only"> to {from}</span>
          </a>
        </ButtonLink>
      </div>
    </li>
  )
}
