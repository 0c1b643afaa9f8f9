import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import { messageLabel, messageStateLabels } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useMessages } from '../api.ts'
import { messageTones } from '../shared/tones.ts'

/** The log of a studio's emails and text messages, without their contents. */
export function MessagesCard({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const messages = useMessages(studio_id)
  return (
    <Card
      title="Messages"
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
        {(rows) => <Messages rows={rows} timezone={timezone} />}
      </QueryView>
      <ShowMore list={messages} label="Show older messages" />
    </Card>
  )
}

function Messages({ rows, timezone }: { rows: readonly Message[]; timezone: string }) {
  return (
    <Table
      label="Messages"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', narrow: 'aside', cell: (row) => formatDateTime(row.sent_at ?? row.created_at, timezone) },
        { name: 'To', narrow: 'title', cell: (row) => row.recipient_name ?? 'Deleted account' },
        {
          name: 'About',
          cell: (row) => (
            <>
              {messageLabel(row)}
              {row.starts_at && <span className="@3xl:hidden"> · {formatDateTime(row.starts_at, timezone)}</span>}
            </>
          ),
        },
        {
          name: 'Session',
          narrow: 'hidden',
          cell: (row) => (row.starts_at ? formatDateTime(row.starts_at, timezone) : 'None'),
        },
        {
          name: 'State',
          narrow: 'corner',
          cell: (row) => (
            <span className="inline-grid gap-1 @max-3xl:justify-items-end">
              <Badge tone={messageTones[row.state]}>{messageStateLabels[row.state]}</Badge>
              {row.last_error && <span className="text-xs text-muted-foreground">{row.last_error}</span>}
            </span>
          ),
        },
      ]}
    />
  )
}
