import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { ChevronRight, type LucideIcon, MessageSquare, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { useConversations } from '#features/conversations/api.ts'
import { useInvoices } from '#features/invoices/api.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'

type StudioProps = { studio: Pick<Studio, 'id' | 'name' | 'slug'> }

/** The client's open invoices and unread messages. Renders nothing if there are none. */
export function WaitingForYou({ studio }: StudioProps) {
  const invoices = useOpenInvoices(studio)
  const messages = useUnreadMessages(studio)
  const items = [...invoices, ...messages]
  if (items.length === 0) return null
  return (
    <ul aria-label="Waiting for you" className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
      {items.map((item) => (
        <WaitingItem key={item.to} {...item} />
      ))}
    </ul>
  )
}

type Item = { icon: LucideIcon; to: string; title: string; text: ReactNode; isUrgent?: boolean }

/** One item per currency, which leads to the invoice if there is only one. */
function useOpenInvoices({ id, slug }: StudioProps['studio']): Item[] {
  const { data = [] } = useInvoices({ studio_id: id })
  const openInvoices = Map.groupBy(
    data.filter(({ open_minor }) => open_minor > 0),
    ({ currency }) => currency,
  )
  return [...openInvoices].map(([currency, invoices]) => {
    const sum = invoices.reduce((total, { open_minor }) => total + open_minor, 0)
    const isUrgent = invoices.some(({ state }) => state === 'overdue')
    // The rows are sorted newest first. The oldest is due first.
    const first = invoices.at(-1)
    const due = first?.due_on ? `${isUrgent ? 'was due' : 'due'} ${weekdayAndDay(first.due_on)}` : ''
    const subject = first?.first_line?.description ?? `Invoice ${first?.number}`
    const name = invoices.length === 1 ? `${subject},` : `${invoices.length} invoices, the first`
    return {
      icon: Receipt,
      to: invoices.length === 1 && first ? paths.clientInvoice(slug, first.id) : paths.clientInvoices(slug),
      title: `${moneyText(sum, currency)} to pay`,
      text: [name, due].filter(Boolean).join(' '),
      isUrgent,
    }
  })
}

/** One item for all unread conversations. It opens the newest one. */
function useUnreadMessages({ id, name, slug }: StudioProps['studio']): Item[] {
  const { data = [] } = useConversations(id, 'unread')
  const newest = data[0]
  if (!newest) return []
  const unread = data.reduce((sum, conversation) => sum + conversation.unread, 0)
  const { project_id, project_title, client_id, last_text, last_files } = newest
  const files = last_files > 0 && (last_files === 1 ? '1 file' : `${last_files} files`)
  return [
    {
      icon: MessageSquare,
      to: paths.messagesOf(paths.clientMessages(slug), project_id === null ? client_id : null, project_id),
      title: unread === 1 ? '1 new message' : `${unread} new messages`,
      text: [project_title ?? name, [files, last_text].filter(Boolean).join(', ')].filter(Boolean).join(': '),
    },
  ]
}

function WaitingItem({ icon: Icon, to, title, text, isUrgent = false }: Item) {
  return (
    <li className="relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-md border border-border bg-card p-3 transition duration-150 hover:bg-muted sm:px-4">
      <span
        className={cx(
          'grid size-10 place-items-center rounded-full',
          isUrgent ? 'bg-cancelled/10 text-cancelled' : 'bg-link/10 text-link',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="grid gap-0.5">
        <Link to={to} className="text-base leading-6 font-semibold tabular-nums after:absolute after:inset-0">
          {title}
        </Link>
        <span className={cx('truncate text-sm', isUrgent ? 'text-cancelled' : 'text-muted-foreground')}>{text}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 text-muted-foreground" />
    </li>
  )
}
