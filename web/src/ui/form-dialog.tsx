import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  description?: string
  /** The button that sends, by name, and what it shows meanwhile. */
  act: string
  acting: string
  isActing: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The button that closes, by name. */
  close?: 'Cancel' | 'Close'
  onClose: () => void
  /** A further action, at the other end of the footer. */
  further?: ReactNode
  /** What comes before the form. */
  before?: ReactNode
  className?: string
  children: ReactNode
}

/** A dialog with one form: its fields, a button that closes and one that sends. Open as long as it is rendered. */
export function FormDialog({
  act,
  acting,
  isActing,
  onSubmit,
  close = 'Close',
  onClose,
  further,
  before,
  className,
  children,
  ...head
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...head}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {further}
          <Button look="secondary" onClick={onClose}>
            {close}
          </Button>
          <Button type="submit" form={id} pending={isActing} pendingText={acting}>
            {act}
          </Button>
        </>
      }
    >
      {before}
      <form id={id} noValidate onSubmit={onSubmit} className={cx('grid gap-5', className)}>
        {children}
      </form>
    </Dialog>
  )
}
