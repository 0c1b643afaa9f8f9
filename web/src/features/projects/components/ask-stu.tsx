import { Bot, ChevronRight, Sparkles } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Chat } from '#features/assistant/shared/chat.tsx'
import { useMe } from '#features/profile/api.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'

const ChatSheet = lazy(async () => ({
  default: (await import('#features/assistant/shared/chat-sheet.tsx')).ChatSheet,
}))

const actionContent = (
  <>
    <Bot aria-hidden />
    <span className="max-md:sr-only">Ask Stu</span>
  </>
)

/** The action of the header: scrolls to the panel. On phones, it opens the chat. */
export function AskStu({ project_id }: { project_id: string }) {
  const isPhone = useIsPhone()
  const [sheet, open] = useChatSheet(project_id)
  if (!isPhone) {
    return (
      <ButtonLink look="secondary">
        <a href="#stu">{actionContent}</a>
      </ButtonLink>
    )
  }
  return (
    <>
      <Button look="secondary" className="px-3" onClick={open}>
        {actionContent}
      </Button>
      {sheet}
    </>
  )
}

/** The chat about the project. On phones it is a row that opens it, because the panel is as high as the screen. */
export function ProjectChat({ project_id }: { project_id: string }) {
  const isPhone = useIsPhone()
  const isClient = useMe().role === 'client'
  const [sheet, open] = useChatSheet(project_id)
  // The panel of clients has the height of the spec. At the studio it would be mostly empty.
  if (!isPhone) return <Chat project_id={project_id} {...(!isClient && { height: 'text' })} />
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="flex w-full items-center gap-3 rounded-md border border-border bg-card p-4 text-left"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary text-on-primary">
          <Sparkles aria-hidden className="size-4" />
        </span>
        <span className="grid min-w-0 grow">
          <span className="text-base font-semibold">Chat with Stu</span>
          <span className="text-xs text-muted-foreground">About this project</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </button>
      {sheet}
    </>
  )
}

/** The sheet with the chat, and a function that opens it. */
function useChatSheet(project_id: string) {
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const sheet = isOpen !== null && (
    <Suspense fallback={null}>
      <ChatSheet open={isOpen} onOpenChange={setOpen} project_id={project_id} />
    </Suspense>
  )
  return [sheet, () => setOpen(true)] as const
}
