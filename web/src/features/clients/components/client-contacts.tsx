import type { ReactNode } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useClient, useInviteClients, useRetryEmail } from '../api.ts'

const linkClasses =
  'text-link underline-offset-4 hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** The client's picture, name, email address and phone number. The dialog has the name too, so this one is only visible. */
export function ClientHead({ studio_id, client_id, name }: { studio_id: string; client_id: string; name: string }) {
  const { data: client } = useClient(studio_id, client_id)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar src={null} name={name} />
      <div className="min-w-0">
        <p aria-hidden className="truncate text-lg font-semibold text-foreground">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 max-md:-my-2">
          {client?.email && (
            <a href={`mailto:${client.email}`} className={`${linkClasses} min-w-0 break-all`}>
              {client.email}
            </a>
          )}
          {client?.phone && (
            <a href={`tel:${client.phone}`} className={`${linkClasses} whitespace-nowrap`}>
              {client.phone}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}

type ContactsProps = {
  studio: { id: string; timezone: string }
  client_id: string
  /** The main actions. */
  children: ReactNode
}

/** What the studio noted about a client, with the main actions. */
export function Contacts({ studio, client_id, children }: ContactsProps) {
  const studio_id = studio.id
  const { data: client } = useClient(studio_id, client_id)
  const invite = useInviteClients()
  if (!client) return null
  const { email, company, language, tags, notes, reminders, follow_ups, user_id, removed_at, email_bounced_at } = client
  const facts = [
    ['Company', company],
    ['Language', language],
    ['Tags', tags.join(', ')],
    ['Account', user_id === null ? 'No account yet' : null],
    ['Reminders', reminders ? null : 'Off'],
    ['Thanks', follow_ups ? null : 'The client has unsubscribed'],
    ['Notes', notes],
  ] as const
  const shownFacts = facts.filter(([, value]) => value)
  return (
    <section aria-label="Contacts and notes" className="grid gap-4">
      <div className="grid grid-cols-2 gap-2">
        {children}
        {removed_at === null && user_id === null && email && (
          <Button
            look="secondary"
            pending={invite.isPending}
            pendingText="Inviting..."
            onClick={() => invite.mutate({ studio_id, client_ids: [client_id] })}
          >
            Invite
          </Button>
        )}
      </div>
      {shownFacts.length > 0 && (
        <dl className="grid gap-2 text-sm">
          {shownFacts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[6rem_1fr] gap-3">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {removed_at === null && email_bounced_at && (
        <BounceNotice studio={studio} client_id={client_id} since={email_bounced_at} />
      )}
    </section>
  )
}

type BounceNoticeProps = { studio: ContactsProps['studio']; client_id: string; since: string }

/** Tells that emails to the client bounce. No more are sent until the address changes or the desk tries again. */
function BounceNotice({ studio, client_id, since }: BounceNoticeProps) {
  const retry = useRetryEmail()
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md border border-border p-3 text-sm">
      <p>
        Emails to this address bounce since {formatDateTime(since, studio.timezone)}. No more are sent until the address
        changes.
      </p>
      <Button
        look="secondary"
        size="small"
        pending={retry.isPending}
        onClick={() => retry.mutate({ studio_id: studio.id, client_id })}
      >
        Retry
      </Button>
    </div>
  )
}
