import type { Invitation } from '@studiohub/contract/features/invitations/schema.ts'
import { useState } from 'react'
import { useInvitations, useResendInvitation, useRevokeInvitation } from '#features/invitations/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { RowActions } from '#ui/row-actions.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'

type InvitationsCardProps = { studio_id: string; timezone: string }

/** Open invitations. Renders nothing if there are none. */
export function InvitationsCard({ studio_id, timezone }: InvitationsCardProps) {
  const invitations = useInvitations(studio_id)
  const [invitationToRevoke, setInvitationToRevoke] = useState<Invitation | null>(null)
  const now = useNow()
  if (invitations.error && !invitations.data) {
    const retry = () => invitations.refetch()
    return <ErrorState title="Failed to load invitations" message={invitations.error.message} onRetry={retry} />
  }
  if (!invitations.data || invitations.data.length === 0) return null
  const isExpired = ({ expires_at }: Invitation) => Date.parse(expires_at) <= now.getTime()
  return (
    <Card
      title="Pending invitations"
      description="Each is valid for seven days after the last email. You can resend it three times a day."
    >
      <Table
        label="Pending invitations"
        rows={invitations.data}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', narrow: 'title', cell: ({ full_name }) => <span className="font-medium">{full_name}</span> },
          { name: 'Role', narrow: 'hidden', cell: ({ at_desk }) => (at_desk ? 'Desk' : 'Crew') },
          { name: 'Email', cell: ({ email }) => <EmailText>{email}</EmailText> },
          {
            name: 'Valid until',
            cell: (row) =>
              isExpired(row) ? <Badge tone="cancelled">Expired</Badge> : formatDateTime(row.expires_at, timezone),
          },
          {
            name: 'Actions',
            hideName: true,
            align: 'end',
            narrow: 'end',
            cell: (row) => <Actions invitation={row} onRevoke={() => setInvitationToRevoke(row)} />,
          },
        ]}
      />
      <ShowMore list={invitations} label="Show more invitations" />
      {invitationToRevoke && (
        <RevokeDialog invitation={invitationToRevoke} onClose={() => setInvitationToRevoke(null)} />
      )}
    </Card>
  )
}

function Actions({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const resend = useResendInvitation()
  const { id, full_name, resends_left } = invitation
  return (
    <RowActions name={full_name}>
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
      <Button look="secondary" size="small" aria-label={`Revoke the invitation of ${full_name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </RowActions>
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
