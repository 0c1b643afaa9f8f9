import type { Invitation } from '@studiohub/contract/features/invitations/schema.ts'
import { useState } from 'react'
import { useResendInvitation, useRevokeInvitation } from '#features/invitations/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { RowActions, RowFacts } from '#ui/row-actions.tsx'

/** 'Desk' or 'Crew', of a member or a person who is invited. */
export const getRoleName = ({ at_desk }: { at_desk: boolean }) => (at_desk ? 'Desk' : 'Crew')

/** The button and the menu of an open invitation. An invitation is valid for seven days after its last email. */
export function InvitationActions({ invitation, timezone }: { invitation: Invitation; timezone: string }) {
  const resend = useResendInvitation()
  const [isRevoking, setRevoking] = useState(false)
  const { id, full_name, resends_left, email, expires_at } = invitation
  return (
    <>
      <RowActions
        name={full_name}
        facts={
          <RowFacts
            facts={{ Email: email, Role: getRoleName(invitation), Expires: formatDateTime(expires_at, timezone) }}
          />
        }
        menu={[
          {
            label: 'Revoke',
            name: `Revoke the invitation of ${full_name}`,
            isDanger: true,
            onSelect: () => setRevoking(true),
          },
        ]}
      >
        <Button
          look="secondary"
          size="small"
          aria-label={`Send again to ${full_name}`}
          disabled={resends_left === 0}
          title={resends_left === 0 ? 'Sent three times today' : undefined}
          pending={resend.isPending}
          onClick={() => resend.mutate({ id })}
        >
          Send again
        </Button>
      </RowActions>
      {isRevoking && <RevokeDialog invitation={invitation} onClose={() => setRevoking(false)} />}
    </>
  )
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation()
  return (
    <ConfirmDialog
      title={`Revoke the invitation of ${invitation.full_name}?`}
      description="The link in their email stops working immediately."
      cancelLabel="Keep"
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: invitation.id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
