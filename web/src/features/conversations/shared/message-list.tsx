import type { ConversationMessage } from '@studiohub/contract/features/conversations/schema.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { Fragment } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { createTimeFormatter, formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { formatDay } from './days.ts'
import { MessageFiles } from './message-files.tsx'
import type { OutgoingMessage, useOutbox } from './use-outbox.ts'

type MessageListProps = {
  /** The oldest first. */
  messages: readonly ConversationMessage[]
  outbox: ReturnType<typeof useOutbox>
  /** The current user. */
  user_id: string
  /** Whether the current user writes for the studio. */
  isStudioSide: boolean
}

/** The messages of a conversation with a line above each day, and below them those that are not sent yet. */
export function MessageList({ messages, outbox, user_id, isStudioSide }: MessageListProps) {
  const zone = browserTimeZone()
  const today = todayIn(zone, useNow())
  const days = messages.map(({ created_at }) => localAt(created_at, zone).date)
  return (
    <>
      {messages.map((message, index) => {
        const day = days[index] ?? today
        return (
          <Fragment key={message.id}>
            {day !== days[index - 1] && <DayLine text={formatDay(day, today)} />}
            <Message
              message={message}
              isOwn={message.author_id === user_id}
              isOwnSide={message.from_studio === isStudioSide}
              isFirst={day !== days[index - 1] || message.author_id !== messages[index - 1]?.author_id}
              zone={zone}
            />
          </Fragment>
        )
      })}
      {outbox.unsent.map((message) => (
        <UnsentMessageItem
          key={message.key}
          message={message}
          onRetry={() => outbox.retry(message)}
          onDiscard={() => outbox.discard(message)}
        />
      ))}
    </>
  )
}

const DayLine = ({ text }: { text: string }) => (
  <p className="flex items-center gap-3 pt-3 text-xs font-medium text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border first:pt-0">
    {text}
  </p>
)

// Messages of the other side have a picture before them.
const columnClasses = (isOwnSide: boolean) =>
  cx(
    'grid max-w-[min(65ch,85%)] gap-1 md:max-w-[min(65ch,75%)]',
    isOwnSide ? 'justify-self-end' : 'grid-cols-[2.25rem_minmax(0,1fr)] gap-x-2.5 justify-self-start *:col-start-2',
  )
// A colleague's messages are at the right too, but not filled.
const bubbleLooks = {
  own: 'justify-self-end bg-primary text-on-primary',
  colleague: 'justify-self-end border border-link/40 bg-link/10',
  other: 'border border-border bg-raised',
}
const bubbleClasses = (look: keyof typeof bubbleLooks) =>
  cx('w-fit rounded-md px-3 py-2 text-sm wrap-anywhere whitespace-pre-line', bubbleLooks[look])

type MessageProps = {
  message: ConversationMessage
  isOwn: boolean
  isOwnSide: boolean
  /** Whether it is the author's first message in a row, which shows who writes. */
  isFirst: boolean
  zone: string
}

function Message({ message, isOwn, isOwnSide, isFirst, zone }: MessageProps) {
  const { author_name, body, files, created_at, by_mail, unproven_from } = message
  return (
    <article className={columnClasses(isOwnSide)}>
      {!isOwnSide && isFirst && (
        <span className="col-start-1! row-span-2 row-start-1 self-start pt-0.5">
          <Avatar src={null} name={author_name ?? 'Former member'} />
        </span>
      )}
      <p className={cx('text-xs text-muted-foreground', isOwnSide && 'text-right')}>
        {isOwn ? 'You' : (author_name ?? 'Former member')},{' '}
        <time dateTime={created_at} title={formatDateTime(created_at, zone)} className="whitespace-nowrap">
          {createTimeFormatter(zone)(created_at)}
        </time>
        {by_mail && ', by email'}
      </p>
      {body !== '' && <p className={bubbleClasses(isOwn ? 'own' : isOwnSide ? 'colleague' : 'other')}>{body}</p>}
      <MessageFiles files={files} />
      {unproven_from && <p className="text-xs text-pending">Not verified: sent from {unproven_from}</p>}
    </article>
  )
}

type UnsentProps = { message: OutgoingMessage; onRetry: () => void; onDiscard: () => void }

function UnsentMessageItem({ message: { body, files, error }, onRetry, onDiscard }: UnsentProps) {
  return (
    <article className={columnClasses(true)}>
      <p className="text-right text-xs text-muted-foreground">{error === null ? 'Sending...' : 'You'}</p>
      {body !== '' && <p className={bubbleClasses('own')}>{body}</p>}
      {files.length > 0 && <p className="text-right text-xs">{files.map(({ name }) => name).join(', ')}</p>}
      {error !== null && (
        <div className="grid justify-items-end gap-2">
          <p role="alert" className="text-xs text-cancelled">
            Not sent. {error}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" size="small" onClick={onDiscard}>
              Delete
            </Button>
            <Button look="secondary" size="small" onClick={onRetry}>
              Send again
            </Button>
          </div>
        </div>
      )}
    </article>
  )
}
