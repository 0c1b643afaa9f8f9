import { CalendarDays, LogOut, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { CommandPalette } from '../command-palette.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Drawer } from '../drawer.tsx'
import { SideSheet } from '../side-sheet.tsx'
import { LoadingOverlay } from '../spinner.tsx'
import { toast } from '../toast.tsx'
import { Tooltip } from '../tooltip.tsx'
import { Exhibit, Row } from './exhibit.tsx'

const commands = [
  { id: 'bookings', label: 'Bookings', group: 'Go to', icon: CalendarDays, run: () => undefined },
  { id: 'settings', label: 'Settings', group: 'Go to', icon: Settings, run: () => undefined },
  { id: 'sign-out', label: 'Sign Out', group: 'Account', icon: LogOut, run: () => undefined },
]

/** All overlays. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'sheet' | 'palette' | 'waiting' | null>(null)
  const close = () => setOpen(null)
  useEffect(() => {
    if (open !== 'waiting') return
    // Simulates a page that loads for three seconds.
    const timer = setTimeout(() => setOpen(null), 3000)
    return () => clearTimeout(timer)
  }, [open])
  return (
    <Exhibit name="Dialog, drawer, side sheet, palette, tooltip, toasts">
      <Row>
        <Button look="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button look="secondary" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button look="secondary" onClick={() => setOpen('sheet')}>
          Side sheet
        </Button>
        <Button look="secondary" onClick={() => setOpen('palette')}>
          Command palette
        </Button>
        <Button look="secondary" onClick={() => setOpen('waiting')}>
          Waiting overlay
        </Button>
        <Tooltip text="A few words on a control">
          <Button look="secondary">Tooltip</Button>
        </Tooltip>
        <Button look="secondary" onClick={() => toast.success({ title: 'Booking created successfully' })}>
          Done
        </Button>
        <Button
          look="secondary"
          onClick={() => toast.info({ title: 'Request sent', description: 'They will answer.' })}
        >
          Info
        </Button>
        <Button look="secondary" onClick={() => toast.warning({ title: 'Contrast is low' })}>
          Warning
        </Button>
        <Button look="secondary" onClick={() => toast.error({ title: 'Failed to save', description: 'Try again.' })}>
          Failed
        </Button>
      </Row>
      {open === 'waiting' && <LoadingOverlay>Opening the booking...</LoadingOverlay>}
      <ConfirmDialog
        open={open === 'dialog'}
        title="Cancel Booking"
        description="This action cannot be undone."
        cancelLabel="Keep Booking"
        confirmLabel="Cancel Booking"
        pendingLabel="Cancelling..."
        isPending={false}
        onConfirm={close}
        onClose={close}
      />
      <SideSheet open={open === 'sheet'} onOpenChange={close} title="Recording Session" subtitle="Pending">
        <p className="text-sm">Details of one item next to the list.</p>
      </SideSheet>
      <CommandPalette open={open === 'palette'} onOpenChange={close} commands={commands} />
      <Drawer open={open === 'drawer'} onOpenChange={close} title="Northlight">
        <p className="p-4">The sidebar on a phone.</p>
      </Drawer>
    </Exhibit>
  )
}
