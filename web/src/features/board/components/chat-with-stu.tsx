import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Chat } from '#features/assistant/shared/chat.tsx'
import { Button } from '#ui/button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'

/** The floating button of the board, and the side chat that it opens (spec section 2, Board). */
export function ChatWithStu({ project_id }: { project_id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* At the end of the page the button stands below the last card, not on it. */}
      <div aria-hidden className="h-6" />
      <Button
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-24 z-20 rounded-full shadow-lg md:right-8 md:bottom-8"
      >
        <MessageCircle aria-hidden />
        Chat with Stu
      </Button>
      <SideSheet open={isOpen} onOpenChange={setOpen} title="Chat with Stu" width="chat">
        <Chat bare height="full" {...(project_id && { project_id })} />
      </SideSheet>
    </>
  )
}
