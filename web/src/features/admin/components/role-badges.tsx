import type { PlatformUser, UserRole } from '@studiohub/contract/features/admin/schema.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { cx } from '#ui/cx.ts'
import { useRemoveRole } from '../api.ts'
import { formatRole, getDisplayName } from '../model/wording.ts'

/** The user's roles as badges; a click on one offers to remove it (spec section 2). */
export function RoleBadges({ person }: { person: PlatformUser }) {
  const [asking, setAsking] = useState<UserRole | null>(null)
  if (person.roles.length === 0) return <span className="text-muted-foreground">No role</span>
  return (
    <span className="flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      {person.roles.map((role) => (
        <button
          key={role.id}
          type="button"
          onClick={() => setAsking(role)}
          aria-haspopup="dialog"
          aria-label={`Remove ${formatRole(role)} from ${getDisplayName(person)}`}
          title={titleOf(role)}
          className={cx(
            'inline-flex min-h-7 items-center gap-1 rounded-full border px-2.5 text-xs font-medium transition duration-150 hover:border-cancelled',
            role.decides
              ? 'border-current/40 bg-confirmed/10 text-confirmed'
              : 'border-border bg-muted text-foreground',
          )}
        >
          {formatRole(role)}
          {role.status === 'inactive' && <span className="text-muted-foreground">(left)</span>}
          <X aria-hidden className="size-3" />
        </button>
      ))}
      {asking && <RemoveDialog role={asking} person={person} onClose={() => setAsking(null)} />}
    </span>
  )
}

const titleOf = ({ decides, status }: UserRole) => {
  if (decides) return 'Newest role: it decides what the user sees'
  return status === 'active' ? 'Older role, without effect' : 'The user has switched to another studio'
}

type RemoveDialogProps = { role: UserRole; person: PlatformUser; onClose: () => void }

function RemoveDialog({ role, person, onClose }: RemoveDialogProps) {
  const remove = useRemoveRole()
  // `mutateAsync`, because `onSuccess` of `mutate` is skipped if the live update unmounts the dialog first. The dialog would
  // then open again with the next role.
  const act = () => remove.mutateAsync({ id: role.id }).then(onClose, () => undefined)
  return (
    <ConfirmDialog
      title="Remove role"
      description={`${getDisplayName(person)} will no longer be ${formatRole(role)}. Their bookings and projects stay.`}
      cancelLabel="Keep role"
      confirmLabel="Remove role"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={act}
      onClose={onClose}
    />
  )
}
