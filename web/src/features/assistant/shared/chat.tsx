import { CHAT_PANEL_HEIGHT_PX } from '@studiohub/contract/features/assistant/chat/words.ts'
import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }))

/** The chat with the assistant, loaded after the page. A placeholder reserves its space. */
export function Chat(props: ComponentProps<typeof ChatPanel>) {
  const { height = CHAT_PANEL_HEIGHT_PX } = props
  return (
    <Suspense
      fallback={
        <div style={typeof height === 'number' ? { height: `min(${height}px, 85dvh)` } : undefined}>
          <SkeletonRows />
        </div>
      }
    >
      <ChatPanel {...props} />
    </Suspense>
  )
}
