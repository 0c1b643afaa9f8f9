import { SideSheet } from '#ui/side-sheet.tsx'
import { Chat } from './chat.tsx'

type ChatSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; project_id: string }

/** The chat about a project, in a sheet next to a page. */
export function ChatSheet({ open, onOpenChange, project_id }: ChatSheetProps) {
  return (
    <SideSheet open={open} onOpenChange={onOpenChange} title="Chat with Stu" width="chat">
      <Chat isEmbedded height="full" {...(project_id && { project_id })} />
    </SideSheet>
  )
}
