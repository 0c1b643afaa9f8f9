import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { type LucideIcon, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { LoadingOverlay } from '#ui/spinner.tsx'

const loadDialog = () => import('./project-dialog.tsx')
const ProjectDialog = lazy(async () => ({ default: (await loadDialog()).ProjectDialog }))

type NewProjectProps = {
  studio: Pick<Studio, 'id'>
  look?: 'primary' | 'secondary'
  size?: 'medium' | 'small'
  icon?: LucideIcon
  /** On phones the text is only the accessible name. */
  isIconOnPhone?: boolean
  /** With `onOpenChange`, another button can open the dialog too. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  onDone?: (project: Project) => void
}

/** A button with the dialog for a new project. */
export function NewProject(props: NewProjectProps) {
  const { studio, look = 'primary', size = 'medium', icon: Icon = Plus, isIconOnPhone = false, onDone } = props
  usePrefetch(loadDialog)
  const [isOpenHere, setOpenHere] = useState(false)
  const { isOpen = isOpenHere, onOpenChange: setOpen = setOpenHere } = props
  return (
    <>
      <Button
        look={look}
        size={size}
        className={cx(size === 'small' && 'max-md:min-h-11', isIconOnPhone && 'max-md:size-11 max-md:p-0')}
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden className={cx(isIconOnPhone && 'max-md:size-5!')} />
        <span className={cx(isIconOnPhone && 'max-md:sr-only')}>New Project</span>
      </Button>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening the form...</LoadingOverlay>}>
          <ProjectDialog studio={studio} onClose={() => setOpen(false)} {...(onDone && { onDone })} />
        </Suspense>
      )}
    </>
  )
}
