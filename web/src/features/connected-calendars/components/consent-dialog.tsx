import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useConnectGrantCalendars, useRedeemGrant } from '../api.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { Failure } from './failure.tsx'

type ConsentDialogProps = {
  studio_id: string
  /** What the provider's page handed over; null: the person did not consent. */
  handed: { state: string; code: string } | null
  onClose: () => void
}

/** Ends a consent after the provider's page, and lets the person choose calendars. */
export function ConsentDialog({ studio_id, handed, onClose }: ConsentDialogProps) {
  const redeem = useRedeemGrant()
  const connect = useConnectGrantCalendars()
  const isSent = useRef(false)
  useEffect(() => {
    // It works once.
    if (isSent.current || !handed) return
    isSent.current = true
    redeem.mutate({ studio_id, ...handed }, { onSuccess: ({ is_renewed }) => is_renewed && onClose() })
  })
  const grant = redeem.data
  if (grant && !grant.is_renewed)
    return (
      <ChooseDialog
        found={grant.items}
        connect={connect}
        onChoose={(calendars) => connect.mutate({ studio_id, id: grant.id, calendars }, { onSuccess: onClose })}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title="Connect a calendar"
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {handed === null && <p className="text-sm">You did not allow it, so no calendar was connected.</p>}
      {handed !== null && !redeem.error && (
        <p className="text-sm text-muted-foreground">Looking for your calendars...</p>
      )}
      <Failure error={redeem.error} />
    </Dialog>
  )
}
