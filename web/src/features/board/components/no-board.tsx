import { KanbanSquare } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Spec section 2: the board without a studio. */
export function NoBoard() {
  return (
    <Page title="Board">
      <EmptyState
        icon={KanbanSquare}
        title="Unable to load studio information"
        action={
          <Button look="secondary" onClick={() => window.location.reload()}>
            Refresh
          </Button>
        }
      >
        Please refresh the page, or ask your studio to add you again.
      </EmptyState>
    </Page>
  )
}
