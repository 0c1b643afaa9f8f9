import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Drawer } from '../drawer.tsx'
import { toast } from '../toast.tsx'
import { Exhibit, Row } from './exhibit.tsx'

/** All that lies over a page. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <Exhibit name="Dialog, drawer, toasts">
      <Row>
        <Button look="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button look="secondary" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button look="secondary" onClick={() => toast.done({ title: 'Booking created successfully' })}>
          Done
        </Button>
        <Button
          look="secondary"
          onClick={() => toast.info({ title: 'Request sent', description: 'They will answer.' })}
        >
          Info
        </Button>
        <Button look="secondary" onClick={() => toast.warned({ title: 'Contrast is low' })}>
          Warning
        </Button>
        <Button look="secondary" onClick={() => toast.failed({ title: 'Failed to save', description: 'Try again.' })}>
          Failed
        </Button>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Cancel Booking"
        description="This action cannot be undone."
        footer={
          <>
            <Button look="secondary" onClick={close}>
              Keep Booking
            </Button>
            <Button look="danger" onClick={close}>
              Cancel Booking
            </Button>
          </>
        }
      />
      <Drawer open={open === 'drawer'} onOpenChange={close} title="Northlight">
        <p className="p-4">What the sidebar is on a phone.</p>
      </Drawer>
    </Exhibit>
  )
}
