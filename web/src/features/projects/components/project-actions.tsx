import { Bot, KanbanSquare, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'

const ChatSheet = lazy(async () => ({
  default: (await import('#features/assistant/shared/chat-sheet.tsx')).ChatSheet,
}))
const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

type ProjectActionsProps = { project: { id: string; title: string }; boardPath: string; onEdit: () => void }

/** The secondary actions of a project's header. On phones they are in a menu, because the main action is the next phase. */
export function ProjectActions({ project: { id, title }, boardPath, onEdit }: ProjectActionsProps) {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [sheet, openChat] = useChatSheet(id)
  if (isPhone) {
    return (
      <>
        <Suspense fallback={<span className="size-11" />}>
          <RowMenu
            name={title}
            actions={[
              { label: 'Edit', name: 'Edit', onSelect: onEdit },
              { label: 'Ask Stu', name: 'Ask Stu', onSelect: openChat },
              { label: 'Open Board', name: 'Open Board', onSelect: () => void navigate(boardPath) },
            ]}
          />
        </Suspense>
        {sheet}
      </>
    )
  }
  return (
    <>
      <Button look="secondary" onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button look="secondary" aria-haspopup="dialog" onClick={openChat}>
        <Bot aria-hidden />
        Ask Stu
      </Button>
      <ButtonLink look="secondary">
        <Link to={boardPath}>
          <KanbanSquare aria-hidden />
          Open Board
        </Link>
      </ButtonLink>
      {sheet}
    </>
  )
}

/** The sheet with the chat, and a function that opens it. */
export function useChatSheet(project_id: string) {
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const sheet = isOpen !== null && (
    <Suspense fallback={null}>
      <ChatSheet open={isOpen} onOpenChange={setOpen} project_id={project_id} />
    </Suspense>
  )
  return [sheet, () => setOpen(true)] as const
}
