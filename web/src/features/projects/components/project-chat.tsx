import { ChevronRight, Sparkles } from 'lucide-react'
import { Chat } from '#features/assistant/shared/chat.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useChatSheet } from './project-actions.tsx'

/** A client's chat about the project (spec section 2). On phones it is a row that opens it, because the panel is as high as the screen. */
export function ProjectChat({ project_id }: { project_id: string }) {
  const isPhone = useIsPhone()
  const [sheet, open] = useChatSheet(project_id)
  if (!isPhone) return <Chat project_id={project_id} />
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
