import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import { getMessageProblem, messageLabel, messageStateLabels } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useMessages } from '../api.ts'
import { formatMessageTime } from '../model/message-time.ts'
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
  const now = new Date()
  const timeText = (instant: string) => formatMessageTime(instant, now, timezone)
  return (
    <Table
      label="Sent messages"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'When',
          narrow: 'aside',
          cell: (row) => <span className={cx('whitespace-nowrap', inkOf(row))}>{timeText(row.created_at)}</span>,
        },
        {
          name: 'To',
          narrow: 'title',
          cell: (row) => <span className={inkOf(row)}>{row.recipient_name ?? 'Deleted account'}</span>,
        },
        {
          name: 'About',
          cell: (row) => (
            <>
              <span className={inkOf(row)}>{messageLabel(row)}</span>
              {row.starts_at && <span className="text-muted-foreground"> · {timeText(row.starts_at)}</span>}
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

/** A skipped message needs nobody's attention, so its row is muted. */
const inkOf = ({ state }: Message) => (state === 'skipped' ? 'text-muted-foreground' : undefined)

/** Why a message was not sent: below its subject, in a narrow row on its own line. */
function Reason({ message, className }: { message: Message; className?: string }) {
  const reason = getMessageProblem(message)
  return (
    reason && (
      <span className={cx('block text-xs text-pretty text-muted-foreground first-letter:uppercase', className)}>
        {reason}
      </span>
    )
  )
}
