import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import { useEffect, useRef } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { onReconnect } from '#lib/server/connection.ts'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { type ConversationKey, useMessages, useReadConversation } from '../api.ts'
import { MessageField } from './message-field.tsx'
import { MessageList } from './message-list.tsx'
import { useOutbox } from './use-outbox.ts'

type ThreadProps = {
  thread: ConversationKey
  /** The name of the client or studio that the user writes to. */
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
      <div data-thread className={cx('flex min-h-0 flex-col overflow-y-auto', fills ? 'flex-1' : 'max-h-96')}>
        <QueryView
          query={{ ...messages, data: rows }}
          loadingText="Loading messages..."
          errorTitle="Failed to load the messages"
          isEmpty={() => false}
        >
          {(items) => (
            <div role="log" aria-label={`Messages with ${name}`} className="mt-auto grid shrink-0 content-start gap-2">
              <ShowMore list={messages} label="Show earlier messages" />
              {items.length === 0 && outbox.unsent.length === 0 && (
                <p className="py-4 text-sm text-muted-foreground">No messages with {name} yet.</p>
              )}
              <MessageList messages={items} outbox={outbox} user_id={me.user.id} isStudioSide={me.role !== 'client'} />
              <div key={`${items.at(-1)?.id} ${outbox.unsent.length}`} ref={scrollToEnd} />
            </div>
          )}
        </QueryView>
      </div>
      {state?.is_blocked && canBlockClient(toActor(me), thread.studio_id) && (
        <p className="text-xs text-muted-foreground">You do not receive messages from {name}.</p>
      )}
      {state && <MessageField state={state.writing} thread={thread} outbox={outbox} name={name} />}
    </section>
  )
}

// Scrolls only the list, not the page.
function scrollToEnd(end: HTMLElement | null) {
  const list = end?.closest('[data-thread]')
  if (list) list.scrollTop = list.scrollHeight
}

/**
 * Marks the messages as read when they are visible, also when a hidden tab becomes visible. A failed call is repeated then, or
 * when the connection is back.
 */
function useMarkRead(thread: ConversationKey, { newest, unread }: { newest: number; unread: number }) {
  const { mutate } = useReadConversation()
  const { studio_id, client_id, project_id } = thread
  // `mutate` changes with each render, so the effect runs often. The ref stops it from sending the same number with each of them.
  const markedSeq = useRef(0)
  useEffect(() => {
    const markRead = () => {
      if (document.hidden || unread === 0 || markedSeq.current >= newest) return
      markedSeq.current = newest
      mutate({ studio_id, client_id, ...(project_id && { project_id }), seq: newest })
    }
    const markReadAgain = () => {
      markedSeq.current = 0
      markRead()
    }
    markRead()
    const stopWaiting = onReconnect(markReadAgain)
    document.addEventListener('visibilitychange', markReadAgain)
    return () => {
      stopWaiting()
      document.removeEventListener('visibilitychange', markReadAgain)
    }
  }, [mutate, studio_id, client_id, project_id, newest, unread])
}
