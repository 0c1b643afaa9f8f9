import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AskFirstProps = {
  open?: boolean
  title: string
  description: string
  /** The way back, by name. */
  keep: string
  /** What is done, by name, and what stands there while it is. */
  act: string
  acting: string
  isActing: boolean
  onAct: () => void
  onClose: () => void
  /** What else is asked, or what stands in the way. */
  children?: ReactNode
}

/** Asks before what no click takes back. The way back has the focus, unless something that is asked takes it. */
export function AskFirst(props: AskFirstProps) {
  const { open = true, title, description, keep, act, acting, isActing, onAct, onClose, children } = props
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button look="secondary" data-autofocus onClick={onClose}>
            {keep}
          </Button>
          <Button look="danger" onClick={onAct} pending={isActing} pendingText={acting}>
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

type AskingButtonProps = Pick<AskFirstProps, 'title' | 'description' | 'keep' | 'act' | 'isActing'> & {
  /** The name of the button. */
  trigger: string
  size?: ComponentProps<typeof Button>['size']
  onAct: () => Promise<unknown>
}

/** A button that asks first; the question stays open when it did not work. */
export function AskingButton({ trigger, size, onAct, ...question }: AskingButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const start = () =>
    onAct().then(
      close,
      // The mutation has said it.
      () => undefined,
    )
  return (
    <>
      <Button look="secondary" {...(size && { size })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {trigger}
      </Button>
      <AskFirst {...question} open={open} acting="One moment..." onAct={start} onClose={close} />
    </>
  )
}
