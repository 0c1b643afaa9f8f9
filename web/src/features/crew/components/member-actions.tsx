import type { CrewMember } from '@studiohub/contract/features/crew/schema.ts'
import { useState } from 'react'
import { formatDateOf } from '#lib/page/time.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { RowActions, RowFacts } from '#ui/row-actions.tsx'
import { useCreateAdmin, useRemoveCrew, useUpdateCrew } from '../api.ts'

/** The name of a crew member, or a text for members without one. */
export const getMemberName = ({ full_name }: CrewMember) => full_name ?? 'No name'

type MemberActionsProps = { studio_id: string; member: CrewMember; timezone: string }

/** A menu to add a crew member to the desk, to make them an admin or to remove them. */
export function MemberActions({ studio_id, member, timezone }: MemberActionsProps) {
  const update = useUpdateCrew()
  const [openDialog, setOpenDialog] = useState<'promote' | 'remove' | null>(null)
  const dialogProps = { studio_id, member, onClose: () => setOpenDialog(null) }
  return (
    <>
      <RowActions
        name={getMemberName(member)}
        facts={<RowFacts facts={{ Phone: member.phone, Since: formatDateOf(member.created_at, timezone) }} />}
        menu={[
          {
            ...getDeskAction(member),
            onSelect: () =>
              !update.isPending && update.mutate({ studio_id, role_id: member.role_id, at_desk: !member.at_desk }),
          },
          {
            label: 'Make admin',
            name: `Make ${getMemberName(member)} an admin`,
            onSelect: () => setOpenDialog('promote'),
          },
          {
            label: 'Remove',
            name: `Remove ${getMemberName(member)}`,
            isDanger: true,
            onSelect: () => setOpenDialog('remove'),
          },
        ]}
      />
      {openDialog === 'promote' && <AdminDialog {...dialogProps} />}
      {openDialog === 'remove' && <RemoveDialog {...dialogProps} />}
    </>
  )
}

const getDeskAction = (member: CrewMember) =>
  member.at_desk
    ? { label: 'Remove from desk', name: `Remove ${getMemberName(member)} from the desk` }
    : { label: 'Add to desk', name: `Add ${getMemberName(member)} to the desk` }

type MemberDialogProps = { studio_id: string; member: CrewMember; onClose: () => void }

function AdminDialog({ studio_id, member, onClose }: MemberDialogProps) {
  const add = useCreateAdmin()
  return (
    <ConfirmDialog
      title={`Make ${getMemberName(member)} an admin?`}
      description="Like you, they can see reports and change settings, prices and people. All admins get an email."
      cancelLabel="Cancel"
      confirmLabel="Make admin"
      pendingLabel="Adding..."
      isPending={add.isPending}
      onConfirm={() => add.mutate({ studio_id, role_id: member.role_id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ studio_id, member, onClose }: MemberDialogProps) {
  const remove = useRemoveCrew()
  const removeMember = () => remove.mutate({ studio_id, role_id: member.role_id }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      title={`Remove ${getMemberName(member)} from the crew?`}
      description="They lose access to your studio immediately. Their work stays, and you can invite them again."
      cancelLabel="Keep"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={removeMember}
      onClose={onClose}
    />
  )
}
