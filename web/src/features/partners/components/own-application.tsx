import type { StoredPartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmailText } from '#ui/email-text.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useOwnApplication } from '../api.ts'

const summaryOf = ({ companyName, partnershipType, created_at }: StoredPartnershipApplication) =>
  `${companyName} · ${partnershipTypeLabels[partnershipType]} · Sent on ${formatDateOf(created_at)}`

/** The partner's application, or how to reach us if there is none. */
export function OwnApplication() {
  const query = useOwnApplication()
  return (
    // Only partners see this, so the application needs no answer.
    <Card
      title="Your application"
      description={query.data && summaryOf(query.data)}
      action={query.data && <Badge tone="confirmed">You are a partner</Badge>}
      // Narrower on phones, so that the badge is beside the title.
      className="max-sm:[&>header>div]:basis-40"
    >
      <QueryView
        query={query}
        loadingText="Loading your application..."
        errorTitle="Failed to load your application"
        isEmpty={(application) => application === null}
        empty={<NoApplication />}
      >
        {(application) => application && <ApplicationDetails {...application} />}
      </QueryView>
      {query.data === null && (
        <ButtonLink look="secondary" className="max-sm:min-h-11">
          <Link to={paths.partnershipForm} reloadDocument>
            Open the application form
          </Link>
        </ButtonLink>
      )}
    </Card>
  )
}

const NoApplication = () => (
  <EmptyState
    icon={FileText}
    title="No application from this account"
    action={
      <ButtonLink look="secondary">
        <Link to={paths.docsSupport} reloadDocument>
          Contact us
        </Link>
      </ButtonLink>
    }
  >
    Applications that were sent without signing in do not appear here.
  </EmptyState>
)

function ApplicationDetails(application: StoredPartnershipApplication) {
  const [showsAll, setShowsAll] = useState(false)
  if (!showsAll) {
    return (
      <Button look="secondary" className="justify-self-start max-sm:min-h-11" onClick={() => setShowsAll(true)}>
        Show the application
      </Button>
    )
  }
  const lines: { name: string; value: ReactNode; isWide?: boolean }[] = [
    { name: 'Contact', value: application.contactName },
    { name: 'Phone', value: application.phone },
    { name: 'Email', value: <EmailText>{application.email}</EmailText>, isWide: true },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm wrap-anywhere sm:grid-cols-3">
      {lines.map(({ name, value, isWide }) => (
        <div key={name} className={cx('grid min-w-0 content-start gap-0.5', isWide && 'max-sm:col-span-2')}>
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
      <div className="col-span-full grid gap-0.5">
        <dt className="text-muted-foreground">Message</dt>
        <dd className="whitespace-pre-line">{application.message}</dd>
      </div>
    </dl>
  )
}
