import type { Notice } from '@studiohub/contract/features/notices/schema.ts'
import {
  type FreeTime,
  freeTimeText,
  type NoticeKind,
  noticeTexts,
} from '@studiohub/contract/features/notices/words.ts'
import {
  AtSign,
  BellOff,
  CalendarCheck,
  CalendarPlus,
  CalendarSync,
  CalendarX,
  CreditCard,
  Eye,
  Gavel,
  Globe,
  ListTodo,
  type LucideIcon,
  MailOpen,
  MailWarning,
  UserCheck,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLiveAnswers, type useNotices, useReadAllNotices, useReadNotice } from '../api.ts'
import { NoticeAnswer } from './notice-answer.tsx'

const icons: Record<NoticeKind, LucideIcon> = {
  invitation: MailOpen,
  role_request: UserPlus,
  request_answered: UserCheck,
  booking_request: CalendarPlus,
  booking_changed: CalendarCheck,
  mention: AtSign,
  task: ListTodo,
  plan: CreditCard,
  sender: MailWarning,
  domain: Globe,
  claim: UserCheck,
  dispute: Gavel,
  webhook: Webhook,
  calendar: CalendarX,
  session_moved: CalendarSync,
  owner_view: Eye,
}

type NoticeSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  notices: ReturnType<typeof useNotices>
}

/** The list of notifications, newest first. Opening one, or its dot, marks it as read. */
export function NoticeSheet({ open, onOpenChange, notices }: NoticeSheetProps) {
  useLiveAnswers()
  const readAll = useReadAllNotices()
  const unread = notices.data?.pages[0]?.unread ?? 0
  return (
    <SideSheet
      open={open}
      onOpenChange={onOpenChange}
      title="Notifications"
      subtitle={unread > 0 ? `${unread} unread` : 'All read'}
      footer={
        unread > 0 && (
          <Button look="secondary" className="w-full" pending={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        )
      }
    >
      <QueryView
        query={{ ...notices, data: notices.data?.pages.flatMap(({ items }) => items) }}
        loadingText="Loading notifications..."
        errorTitle="Failed to load notifications"
        empty={
          <EmptyState icon={BellOff} title="No notifications yet">
            Invitations, requests, bookings, tasks and mentions appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <div className="grid gap-3">
            <ul className="-mx-3 -mt-3 grid divide-y divide-border">
              {rows.map((notice) => (
                <Row key={notice.id} notice={notice} onOpen={() => onOpenChange(false)} />
              ))}
            </ul>
            <ShowMore list={notices} label="Show older notifications" />
          </div>
        )}
      </QueryView>
    </SideSheet>
  )
}

/** Whether the notification says that a session does not take place. */
const isLostSession = (notice: Notice) =>
  notice.kind === 'booking_changed' && ['cancelled', 'declined', 'expired'].includes(notice.data.change)

function Row({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const markAsRead = useReadNotice()
  const { title, detail } = noticeTexts(notice)
  const isLost = isLostSession(notice)
  const Icon = isLost ? CalendarX : icons[notice.kind]
  const isNew = notice.read_at === null
  const openNotice = () => {
    if (isNew) markAsRead.mutate({ id: notice.id })
    onOpen()
  }
  return (
    <li className="relative transition duration-150 hover:bg-muted">
      {isNew && (
        <button
          type="button"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          onClick={() => markAsRead.mutate({ id: notice.id })}
          className="group/read absolute top-0 right-0 z-10 grid size-11 place-items-center rounded-md"
        >
          <span className="size-2.5 rounded-full bg-primary transition duration-150 group-hover/read:ring-4 group-hover/read:ring-primary/25" />
        </button>
      )}
      <Link to={notice.link} onClick={openNotice} className={cx('flex min-h-14 gap-3 p-3', isNew && 'pr-11')}>
        <Icon
          aria-hidden
          className={cx('mt-0.5 size-5 shrink-0', isLost ? 'text-cancelled' : 'text-muted-foreground')}
        />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-start gap-3 text-sm">
            <span className={cx('min-w-0 grow break-words', isNew && 'font-semibold')}>
              {isNew && <span className="sr-only">Unread: </span>}
              {title}
            </span>
            <span className="shrink-0 text-xs/5 whitespace-nowrap text-muted-foreground">
              <RelativeTime at={notice.created_at} />
            </span>
          </span>
          <span className="text-xs break-words text-muted-foreground">{detail}</span>
        </span>
      </Link>
      <NoticeAnswer notice={notice} title={`${title}, ${detail}`} />
      {notice.kind === 'booking_changed' && notice.data.free_times && (
        <FreeTimes times={notice.data.free_times} onOpen={openNotice} />
      )}
    </li>
  )
}

/** The free times nearest to those of an expired request. Each opens the booking form. */
function FreeTimes({ times, onOpen }: { times: readonly FreeTime[]; onOpen: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-2 pb-3 pl-11 text-sm">
      <span className="w-full text-muted-foreground">Free instead:</span>
      {times.map((time) => (
        <Link
          key={time.link}
          to={time.link}
          onClick={onOpen}
          className="inline-flex min-h-9 items-center rounded-md border border-border px-3 text-link tabular-nums hover:bg-muted"
        >
          {freeTimeText(time)}
        </Link>
      ))}
    </p>
  )
}
