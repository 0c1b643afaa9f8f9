import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import type { ConversationMessage } from '@studiohub/contract/features/conversations/schema.ts'
import { useEffect, useRef } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { type ThreadOf, useMessages, useReadConversation, useUpdateBlock } from '../api.ts'
import { MessageFiles } from './message-files.tsx'
import { type OutgoingMessage, useOutbox } from './use-outbox.ts'
import { Writing } from './writing.tsx'

type ThreadProps = {
  thread: ThreadOf
  /** The name of the other side. */
  name: string
  /** Fills the height of its container and scrolls inside. */
  fills?: boolean
}

/** A conversation: its messages, the newest at the bottom, and a field for a new one. */
export function Thread({ thread, name, fills = false }: ThreadProps) {
  const messages = useMessages(thread)
  const me = useMe()
  const outbox = useOutbox(thread, me.user.id)
  const pages = messages.data?.pages
  const rows = pages?.flatMap(({ items }) => items).toReversed()
  const state = pages?.[0]?.conversation
  useMarkRead(thread, { newest: rows?.at(-1)?.seq ?? 0, unread: state?.unread ?? 0 })
  return (
    <section aria-label={`Messages with ${name}`} className={cx('flex min-h-0 flex-col gap-3', fills && 'h-full')}>
      <div data-thread className={cx('min-h-0 overflow-y-auto', fills ? 'flex-1' : 'max-h-96')}>
        <QueryView
          query={{ ...messages, data: rows }}
          loadingText="Loading messages..."
          errorTitle="Failed to load the messages"
          isEmpty={() => false}
        >
          {(items) => (
            <div role="log" aria-label={`Messages with ${name}`} className="grid content-start gap-2 pr-1">
              <ShowMore list={messages} label="Show earlier messages" />
              {items.length === 0 && outbox.unsent.length === 0 && (
                <p className="py-4 text-sm text-muted-foreground">No messages with {name} yet.</p>
              )}
              {items.map((message) => (
                <Message key={message.id} message={message} isOwn={message.author_id === me.user.id} />
              ))}
              {outbox.unsent.map((message) => (
                <Unsent
                  key={message.key}
                  message={message}
                  onRetry={() => outbox.retry(message)}
                  onDiscard={() => outbox.discard(message)}
                />
              ))}
              <div key={`${items.at(-1)?.id} ${outbox.unsent.length}`} ref={scrollToEnd} />
            </div>
          )}
        </QueryView>
      </div>
      {state && <Writing state={state.writing} thread={thread} outbox={outbox} name={name} />}
      {state && canBlockClient(toActor(me), thread.studio_id) && (
        <Block thread={thread} name={name} isBlocked={state.is_blocked} />
      )}
    </section>
  )
}

// Scrolls only the list, not the page.
function scrollToEnd(end: HTMLElement | null) {
  const list = end?.closest('[data-thread]')
  if (list) list.scrollTop = list.scrollHeight
}

/** Marks the visible messages as read, also when a hidden tab is shown again. */
function useMarkRead(thread: ThreadOf, { newest, unread }: { newest: number; unread: number }) {
  const { mutate } = useReadConversation()
  const { studio_id, client_id, project_id } = thread
  // `mutate` is a new function after each render, so as a dependency it would make the effect send again and again.
  const marked = useRef(0)
  useEffect(() => {
    const mark = () => {
      if (document.hidden || unread === 0 || marked.current >= newest) return
      marked.current = newest
      mutate({ studio_id, client_id, ...(project_id && { project_id }), seq: newest })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [mutate, studio_id, client_id, project_id, newest, unread])
}

const column = (isOwn: boolean) => cx('grid max-w-[85%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')
const bubble = (isOwn: boolean) =>
  cx(
    'rounded-md px-3 py-2 text-sm wrap-anywhere whitespace-pre-line',
    isOwn ? 'bg-primary text-on-primary' : 'bg-muted',
  )

function Message({ message, isOwn }: { message: ConversationMessage; isOwn: boolean }) {
  const { author_name, body, files, created_at, by_mail, unproven_from } = message
  return (
    <article className={column(isOwn)}>
      <p className={cx('text-xs text-muted-foreground', isOwn && 'text-right')}>
        {isOwn ? 'You' : (author_name ?? 'Former member')},{' '}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        {by_mail && ', by email'}
      </p>
      {body !== '' && <p className={bubble(isOwn)}>{body}</p>}
      <MessageFiles files={files} />
      {unproven_from && <p className="text-xs text-pending">Not proven: came from {unproven_from}</p>}
    </article>
  )
}

type UnsentProps = { message: OutgoingMessage; onRetry: () => void; onDiscard: () => void }

function Unsent({ message: { body, files, error }, onRetry, onDiscard }: UnsentProps) {
  return (
    <article className={column(true)}>
      <p className="text-right text-xs text-muted-foreground">{error === null ? 'Sending...' : 'You'}</p>
      {body !== '' && <p className={bubble(true)}>{body}</p>}
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

/** Lets the desk block the messages of the client. */
function Block({ thread, name, isBlocked }: { thread: ThreadOf; name: string; isBlocked: boolean }) {
  const block = useUpdateBlock()
  const { studio_id, client_id } = thread
  return (
    <p className="flex flex-wrap items-center justify-end gap-2 text-xs text-muted-foreground">
      {isBlocked && `You do not receive messages from ${name}.`}
      <Button
        look="quiet"
        size="small"
        pending={block.isPending}
        onClick={() => block.mutate({ studio_id, client_id, blocked: !isBlocked })}
      >
        {isBlocked ? 'Receive messages again' : 'Block messages'}
      </Button>
    </p>
  )
}
