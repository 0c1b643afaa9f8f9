import { Chat } from '#features/assistant/shared/chat.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'

type ChatSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; project_id: string }

/** The chat about a project, next to the board. */
export function ChatSheet({ open, onOpenChange, project_id }: ChatSheetProps) {
  return (
    <SideSheet open={open} onOpenChange={onOpenChange} title="Chat with Stu" width="chat">
      <Chat isEmbedded height="full" {...(project_id && { project_id })} />
    </SideSheet>
  )
}
