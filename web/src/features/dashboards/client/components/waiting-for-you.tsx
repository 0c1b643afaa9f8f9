import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { type LucideIcon, MessageSquare, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { useConversations } from '#features/conversations/api.ts'
import { useInvoices } from '#features/invoices/api.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

type StudioProps = { studio: Pick<Studio, 'id' | 'name' | 'slug'> }

/** The client's open invoices and unread messages. Renders nothing if there are none. */
export function WaitingForYou({ studio }: StudioProps) {
  const invoices = useOpenInvoices(studio)
  const messages = useUnreadMessages(studio)
  const items = [...invoices, ...messages]
  if (items.length === 0) return null
  return (
    <ul
      aria-label="Waiting for you"
      className="grid grid-cols-1 divide-y divide-border overflow-hidden rounded-md border border-border bg-card"
    >
      {items.map((item) => (
        <WaitingItem key={item.to} {...item} />
      ))}
    </ul>
  )
}

type Item = { icon: LucideIcon; to: string; title: string; text: ReactNode; button: string; isUrgent?: boolean }

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
      text: (
        <>
          {name} <span className="whitespace-nowrap">{due}</span>
        </>
      ),
      button: invoices.length === 1 ? 'Pay' : 'Show',
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
      button: 'Read',
    },
  ]
}

// Quieter than the session above, which is why people open this page.
function WaitingItem({ icon: Icon, to, title, text, button, isUrgent = false }: Item) {
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2 transition duration-150 hover:bg-muted/40">
      <Icon aria-hidden className={cx('size-5 shrink-0', isUrgent ? 'text-cancelled' : 'text-muted-foreground')} />
      <span className="grid min-w-0 grow grid-cols-1 text-sm">
        <span className="font-medium tabular-nums">{title}</span>
        <span className={cx('max-md:line-clamp-2 md:truncate', isUrgent ? 'text-cancelled' : 'text-muted-foreground')}>
          {text}
        </span>
      </span>
      <ButtonLink look="secondary" size="small" className="shrink-0 after:absolute after:inset-0 max-md:min-h-11">
        <Link to={to}>
          {button}
          <span className="sr-only">: {title}</span>
        </Link>
      </ButtonLink>
    </li>
  )
}
