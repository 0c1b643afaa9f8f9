import type { WebhookEvent } from '../words.ts'

/** A change as the database records it: some columns of the row before and after. */
export type RecordedChange = { kind: string; before: Columns | null; after: Columns | null }
type Columns = Record<string, unknown>

/** Joins changes of one object that follow each other within the time of an undo. */
export function joinChanges(changes: readonly RecordedChange[]): RecordedChange | undefined {
  const [first] = changes
  const last = changes.at(-1)
  return first && last && { kind: first.kind, before: first.before, after: last.after }
}

/** The events of a change, in the order in which they happened. Empty if the change was undone. */
export function getWebhookEvents({ kind, before, after }: RecordedChange): WebhookEvent[] {
  if (!before && !after) return []
  switch (kind) {
    case 'booking':
      return bookingEvents(before, after)
    case 'client':
      return clientEvents(before, after)
    case 'project':
      return before ? ['project.updated'] : ['project.created']
    case 'card':
      return cardEvents(before, after)
    case 'checkin':
      return [
        ...(before ? [] : (['checkin.created'] as const)),
        ...(hasEnded(after) ? (['checkin.ended'] as const) : []),
      ]
    case 'payment':
      return after?.['kind'] === 'refund' ? ['payment.refunded'] : ['payment.received']
    case 'card_payment':
      return cardPaymentEvents(before, after)
    case 'card_file':
    case 'message_file':
      return after ? ['file.created'] : ['file.deleted']
    default:
      return []
  }
}

const hasEnded = (after: Columns | null) => typeof after?.['check_out_time'] === 'string'

const statusEvents: Record<string, WebhookEvent> = {
  confirmed: 'booking.confirmed',
  cancelled: 'booking.cancelled',
  completed: 'booking.completed',
}

// A booking that is confirmed at once would be created and confirmed. A receiver needs only one of these two events.
function bookingEvents(before: Columns | null, after: Columns | null): WebhookEvent[] {
  if (!after) return []
  const isSame = (column: string) => before?.[column] === after[column]
  const status = isSame('status') ? undefined : statusEvents[String(after['status'])]
  const hasMoved = before !== null && !(isSame('starts_at') && isSame('ends_at'))
  const events: WebhookEvent[] = [
    ...(before ? [] : (['booking.created'] as const)),
    ...(hasMoved ? (['booking.moved'] as const) : []),
    ...(status ? [status] : []),
  ]
  return events.length > 0 ? events : ['booking.updated']
}

function clientEvents(before: Columns | null, after: Columns | null): WebhookEvent[] {
  const wasThere = before !== null && before['removed_at'] === null
  const isThere = after !== null && after['removed_at'] === null
  if (wasThere) return [isThere ? 'client.updated' : 'client.removed']
  return isThere ? ['client.created'] : []
}

function cardEvents(before: Columns | null, after: Columns | null): WebhookEvent[] {
  if (!after) return ['card.deleted']
  if (!before) return ['card.created']
  return [before['phase'] === after['phase'] ? 'card.updated' : 'card.moved']
}

/** How much a change of a card payment added to the paid and to the refunded amount. */
export function cardPaymentAmounts({ before, after }: Pick<RecordedChange, 'before' | 'after'>) {
  const added = (column: string) => Math.max(0, Number(after?.[column] ?? 0) - Number(before?.[column] ?? 0))
  return { received: added('paid_minor'), refunded: added('refunded_minor') }
}

function cardPaymentEvents(before: Columns | null, after: Columns | null): WebhookEvent[] {
  const { received, refunded } = cardPaymentAmounts({ before, after })
  return [
    ...(received > 0 ? (['payment.received'] as const) : []),
    ...(refunded > 0 ? (['payment.refunded'] as const) : []),
  ]
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The seconds to wait after each failed attempt. All attempts take almost three days. */
const retrySeconds = [5, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 20].map((hours) => hours * HOUR)]

/** The seconds to wait until the next attempt; null after the last one. @param attempts how many have failed */
export const secondsToRetry = (attempts: number): number | null => retrySeconds[attempts - 1] ?? null
