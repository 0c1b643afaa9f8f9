import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import { getMessageProblem, messageLabel, messageStateLabels } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useMessages } from '../api.ts'
import { messageTones } from '../shared/tones.ts'

/** The log of a studio's emails and text messages, without their contents. */
export function MessagesCard({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const messages = useMessages(studio_id)
  return (
    <Card
      title="Sent messages"
      className={sectionTitleClasses}
      description="Emails and text messages about bookings, members and your plan. Their contents are not stored."
    >
      <QueryView
        query={messages}
        loadingText="Loading messages..."
        errorTitle="Failed to load messages"
        empty={
          <EmptyState icon={Mail} title="No emails yet">
            Clients and admins get an email when a session is requested, confirmed, declined, changed or cancelled.
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <ZoneNote zone={timezone} />
            <Messages rows={rows} timezone={timezone} />
          </>
        )}
      </QueryView>
      <ShowMore list={messages} label="Show older messages" />
    </Card>
  )
}

function Messages({ rows, timezone }: { rows: readonly Message[]; timezone: string }) {
  const time = (instant: string) => <span className="whitespace-nowrap">{formatDateTime(instant, timezone)}</span>
  return (
    <Table
      label="Sent messages"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', narrow: 'aside', cell: (row) => time(row.created_at) },
        { name: 'To', narrow: 'title', cell: (row) => row.recipient_name ?? 'Deleted account' },
        {
          name: 'About',
          cell: (row) => (
            <>
              {messageLabel(row)}
              {row.starts_at && (
                <span className="text-muted-foreground"> · {formatDateTime(row.starts_at, timezone)}</span>
              )}
              <Reason message={row} className="@max-3xl:hidden" />
            </>
          ),
        },
        {
          name: 'State',
          narrow: 'corner',
          cell: (row) => <Badge tone={messageTones[row.state]}>{messageStateLabels[row.state]}</Badge>,
        },
        {
          name: 'Reason',
          isNarrowOnly: true,
          narrow: 'below',
          cell: (row) => <Reason message={row} />,
        },
      ]}
    />
  )
}

/** Why a message was not sent: below its subject, in a narrow row on its own line. */
function Reason({ message, className }: { message: Message; className?: string }) {
  const reason = getMessageProblem(message)
  return (
    reason && (
      <span className={cx('block text-xs text-muted-foreground first-letter:uppercase', className)}>{reason}</span>
    )
  )
}
