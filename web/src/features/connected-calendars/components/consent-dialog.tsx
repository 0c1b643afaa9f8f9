import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useConnectGrantCalendars, useRedeemGrant } from '../api.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { GeneralError } from './failure.tsx'

type ConsentDialogProps = {
  studio_id: string
  /** The parameters from the provider's page; null if the person did not consent. */
  consent: { state: string; code: string } | null
  onClose: () => void
}

/** Completes a consent after the provider's page, and lets the person choose calendars. */
export function ConsentDialog({ studio_id, consent, onClose }: ConsentDialogProps) {
  const redeem = useRedeemGrant()
  const connect = useConnectGrantCalendars()
  const isSent = useRef(false)
  useEffect(() => {
    // The provider accepts a code only once.
    if (isSent.current || !consent) return
    isSent.current = true
    redeem.mutate({ studio_id, ...consent }, { onSuccess: ({ is_renewed }) => is_renewed && onClose() })
  })
  const grant = redeem.data
  if (grant && !grant.is_renewed)
    return (
      <ChooseDialog
        calendars={grant.items}
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
      {consent === null && <p className="text-sm">You did not allow it, so no calendar was connected.</p>}
      {consent !== null && !redeem.error && (
        <p className="text-sm text-muted-foreground">Looking for your calendars...</p>
      )}
      <GeneralError error={redeem.error} />
    </Dialog>
  )
}
