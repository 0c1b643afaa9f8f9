import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from './button.tsx'

const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))

type ConfirmDialogProps = {
  open?: boolean
  title: string
  description: string
  /** Label of the button that cancels. */
  cancelLabel: string
  /** Label of the button that confirms, and `pendingLabel` while the action runs. */
  confirmLabel: string
  pendingLabel: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  /** Further fields, or the reason why the action is not possible. */
  children?: ReactNode
}

/**
 * A dialog to confirm an action that cannot be undone. The cancel button has the initial focus, unless a field inside has
 * it. The dialog's code loads when it is first opened.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open = true,
    title,
    description,
    cancelLabel,
    confirmLabel,
    pendingLabel,
    isPending,
    onConfirm,
    onClose,
    children,
  } = props
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={title}
        description={description}
        footer={
          <>
            <Button look="secondary" data-autofocus onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button look="danger" onClick={onConfirm} pending={isPending} pendingText={pendingLabel}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
    </Suspense>
  )
}

type ConfirmButtonProps = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'cancelLabel' | 'confirmLabel' | 'isPending'
> & {
  /** The button's label. */
  trigger: string
  look?: ComponentProps<typeof Button>['look']
  size?: ComponentProps<typeof Button>['size']
  onConfirm: () => Promise<unknown>
}

/** A button that opens a confirmation dialog, which stays open if the action fails. */
export function ConfirmButton({ trigger, look = 'secondary', size, onConfirm, ...dialogProps }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const start = () =>
    onConfirm().then(
      close,
      // The mutation has already shown the error.
      () => undefined,
    )
  return (
    <>
      <Button
        look={look}
        {...(size && { size })}
        aria-haspopup="dialog"
        className={size === 'small' ? 'max-md:min-h-11' : ''}
        onClick={() => setOpen(true)}
      >
        {trigger}
      </Button>
      <ConfirmDialog {...dialogProps} open={open} pendingLabel="One moment..." onConfirm={start} onClose={close} />
    </>
  )
}
