import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type AskFirstProps = {
  trigger: string
  title: string
  description: string
  pending: boolean
  onConfirm: () => Promise<unknown>
}

/** A button for what calendars elsewhere will notice: it asks first, and stays open when it did not work. */
export function AskFirst({ trigger, title, description, pending, onConfirm }: AskFirstProps) {
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
      trigger={<Button look="secondary">{trigger}</Button>}
      footer={
        <>
          <Button look="secondary" onClick={() => setOpen(false)}>
            Keep address
          </Button>
          <Button look="danger" onClick={start} pending={pending} pendingText="One moment...">
            {title}
          </Button>
        </>
      }
    />
  )
}
