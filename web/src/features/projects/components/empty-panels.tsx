import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useProjectComments, useProjectFiles, useSessions } from '../api.ts'
import { useBookingForm } from '../hooks/use-booking-form.ts'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

/** Which panels of a project have nothing to show, and whether that is known. A panel that cannot be loaded shows its error. */
export function useEmptyPanels({ id, phase }: Project) {
  const sessions = useSessions(id)
  const files = useProjectFiles(id)
  const comments = useProjectComments(id)
  return {
    // Not `isPending`: a panel that shows an error loads again when it is mounted, and must not be replaced then.
    isKnown: [sessions, files, comments].every(({ isFetched, failureCount }) => isFetched || failureCount > 0),
    // Spec section 4: sessions are shown in the production phase only.
    sessions: phase === 'production' && sessions.data?.length === 0,
    files: files.data?.length === 0,
    comments: comments.data?.length === 0,
  }
}

type EmptyPanelsProps = { project: Project; empty: ReturnType<typeof useEmptyPanels> }

/** The empty panels of a project in one quiet card, with what fills them. Renders nothing if all panels have something. */
export function EmptyPanels({ project, empty }: EmptyPanelsProps) {
  const bookingForm = useBookingForm(project)
  const { board } = useProjectAndBoardPaths()
  if (!empty.sessions && !empty.files && !empty.comments) return null
  return (
    <div className="grid grid-cols-1 divide-y divide-border rounded-md border border-border bg-card px-4 sm:px-5">
      {empty.sessions && (
        <EmptyPanel
          title="Upcoming Sessions"
          text="No confirmed sessions for this project yet."
          action={bookingForm && <Link to={bookingForm}>Book a session</Link>}
        />
      )}
      {empty.files && (
        <EmptyPanel
          title="Files"
          text="No files yet."
          action={<Link to={paths.boardOfProject(board, project.id)}>Add on a card</Link>}
        />
      )}
      {empty.comments && (
        <EmptyPanel
          title="Last comments"
          text="No comments yet."
          action={<Link to={paths.boardOfProject(board, project.id)}>Write on a card</Link>}
        />
      )}
    </div>
  )
}

type EmptyPanelProps = { title: string; text: string; action: ReactNode }

const EmptyPanel = ({ title, text, action }: EmptyPanelProps) => (
  <section className="flex items-center justify-between gap-3 py-3 text-sm">
    <div className="grid min-w-0 grow grid-cols-1">
      <h2 className="font-medium">{title}</h2>
      <p className="text-muted-foreground">{text}</p>
    </div>
    {action && (
      <ButtonLink look="secondary" size="small" className="shrink-0 max-md:min-h-11">
        {action}
      </ButtonLink>
    )}
  </section>
)
