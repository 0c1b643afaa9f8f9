import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'

const loadDialog = () => import('./project-dialog.tsx')
const ProjectDialog = lazy(async () => ({ default: (await loadDialog()).ProjectDialog }))

type NewProjectProps = {
  studio: Pick<Studio, 'id'>
  look?: 'primary' | 'secondary'
  size?: 'medium' | 'small'
  onDone?: (project: Project) => void
}

/** A button with the dialog for a new project. */
export function NewProject({ studio, look = 'primary', size = 'medium', onDone }: NewProjectProps) {
  usePrefetch(loadDialog)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look={look}
        size={size}
        className={size === 'small' ? 'max-md:min-h-11' : ''}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        New Project
      </Button>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening the form...</LoadingOverlay>}>
          <ProjectDialog studio={studio} onClose={() => setOpen(false)} {...(onDone && { onDone })} />
        </Suspense>
      )}
    </>
  )
}
