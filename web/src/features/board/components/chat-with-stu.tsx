import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const ChatSheet = lazy(async () => ({
  default: (await import('#features/assistant/shared/chat-sheet.tsx')).ChatSheet,
}))

/** The board's floating button with the side chat (spec section 2, Board). */
export function ChatWithStu({ project_id }: { project_id: string }) {
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        look="secondary"
        data-floating-button
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-[calc(var(--bottom-tabs)+max(1rem,env(safe-area-inset-bottom)))] z-20 min-h-12 rounded-full! shadow-lg max-md:size-14 max-md:p-0 md:right-8 md:bottom-8"
      >
        <MessageCircle aria-hidden className="max-md:size-6!" />
        <span className="max-md:sr-only">Chat with Stu</span>
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <ChatSheet open={isOpen} onOpenChange={setOpen} project_id={project_id} />
        </Suspense>
      )}
    </>
  )
}
