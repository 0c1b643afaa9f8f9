import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Chat } from '#features/assistant/shared/chat.tsx'
import { Button } from '#ui/button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'

/** The board's floating button with the side chat (spec section 2, Board). */
export function ChatWithStu({ project_id }: { project_id: string }) {
  const [isOpen, setOpen] = useState(false)
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
      <SideSheet open={isOpen} onOpenChange={setOpen} title="Chat with Stu" width="chat">
        <Chat isEmbedded height="full" {...(project_id && { project_id })} />
      </SideSheet>
    </>
  )
}
