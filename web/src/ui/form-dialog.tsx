import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  description?: string
  /** Label of the submit button, and its label while sending. */
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Label of the close button. */
  closeLabel?: 'Cancel' | 'Close'
  onClose: () => void
  /** An additional action on the other side of the footer. */
  extraAction?: ReactNode
  /** Content above the form. */
  intro?: ReactNode
  /** Content below the form that is not sent with it. */
  below?: ReactNode
  className?: string
  children: ReactNode
}

/** A dialog with one form. It is open while it is rendered. */
export function FormDialog({
  submitLabel,
  pendingLabel,
  isPending,
  onSubmit,
  closeLabel = 'Close',
  onClose,
  extraAction,
  intro,
  below,
  className,
  children,
  ...dialogProps
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialogProps}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {extraAction}
          <Button look="secondary" onClick={onClose}>
            {closeLabel}
          </Button>
          <Button type="submit" form={id} pending={isPending} pendingText={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <form id={id} noValidate onSubmit={onSubmit} className={cx('grid gap-5', className)}>
        {children}
      </form>
      {below}
    </Dialog>
  )
}
