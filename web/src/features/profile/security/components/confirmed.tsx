import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

type ConfirmedProps = {
  /** The name of the button. */
  trigger: string
  title: string
  description: string
  confirm: string
  pending: boolean
  /** Beside buttons of that size. */
  large?: boolean
  onConfirm: () => Promise<unknown>
}

/** A button for what cannot be undone with a click: it asks first, and stays open when it did not work. */
export function Confirmed({ trigger, title, description, confirm, pending, large = false, onConfirm }: ConfirmedProps) {
  const [open, setOpen] = useState(false)
  const start = () =>
    onConfirm().then(
      () => setOpen(false),
      // The mutation has said it.
      () => undefined,
    )
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description={description}
      trigger={
        <Button look="secondary" size={large ? 'medium' : 'small'}>
          {trigger}
        </Button>
      }
      footer={
        <>
          <Button look="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button look="danger" onClick={start} pending={pending} pendingText="One moment...">
            {confirm}
          </Button>
        </>
      }
    />
  )
}
