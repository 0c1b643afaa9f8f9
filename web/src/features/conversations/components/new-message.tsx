import { SquarePen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'

const loadDialog = () => import('./new-message-dialog.tsx')
const NewMessageDialog = lazy(async () => ({ default: (await loadDialog()).NewMessageDialog }))

/** Opens the choice of a client to write to. */
export function NewMessage({ studio_id }: { studio_id: string }) {
  const [isOpen, setOpen] = useState(false)
  usePrefetch(loadDialog)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SquarePen aria-hidden />
        New message
      </Button>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <NewMessageDialog studio_id={studio_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
