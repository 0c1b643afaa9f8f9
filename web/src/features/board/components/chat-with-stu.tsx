import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const ChatSheet = lazy(async () => ({ default: (await import('./chat-sheet.tsx')).ChatSheet }))

/** The board's floating button with the side chat (spec section 2, Board). */
export function ChatWithStu({ project_id }: { project_id: string }) {
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      {/* Space at the end of the page, so that the button never covers the last card. */}
      <div aria-hidden className="h-6" />
      <Button
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-[calc(var(--bottom-tabs)+5rem)] z-20 rounded-full shadow-lg md:right-8 md:bottom-8"
      >
        <MessageCircle aria-hidden />
        Chat with Stu
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <ChatSheet open={isOpen} onOpenChange={setOpen} project_id={project_id} />
        </Suspense>
      )}
    </>
  )
}
