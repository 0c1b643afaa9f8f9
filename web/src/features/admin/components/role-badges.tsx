import type { PlatformUser, UserRole } from '@studiohub/contract/features/admin/schema.ts'
import { Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { cx } from '#ui/cx.ts'
import { formatRole, getDisplayName } from '../model/wording.ts'
import { useOpenRequest, useRemoveRole } from '../roles-api.ts'

// A pointer shows the cross, in the space at the end of the badge. Touch has no hover, so there it is always visible.
const crossClasses =
  'absolute right-1 size-3 shrink-0 opacity-0 transition-opacity duration-150 group-hover/pill:opacity-100 group-focus-visible/pill:opacity-100 pointer-coarse:static pointer-coarse:opacity-100'

/** The user's roles as badges; a click on one offers to remove it (spec section 2). */
export function RoleBadges({ person }: { person: PlatformUser }) {
  const [roleToRemove, setRoleToRemove] = useState<UserRole | null>(null)
  if (person.roles.length === 0) return <NoRole person={person} />
  return (
    <span className="flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      {person.roles.map((role) => (
        <button
          key={role.id}
          type="button"
          onClick={() => setRoleToRemove(role)}
          aria-haspopup="dialog"
          aria-label={`Remove ${formatRole(role)} from ${getDisplayName(person)}`}
          title={tooltipOf(role)}
          className={cx(
            'group/pill relative inline-flex min-h-7 max-w-72 items-center gap-1 rounded-full border border-border px-4 text-xs font-medium transition duration-150 hover:border-cancelled pointer-coarse:px-2.5',
            role.decides ? 'text-foreground' : 'border-dashed text-muted-foreground',
          )}
        >
          <span className="truncate">{formatRole(role)}</span>
          {role.status === 'inactive' && <span className="text-muted-foreground">(left)</span>}
          <X aria-hidden className={crossClasses} />
        </button>
      ))}
      {roleToRemove && <RemoveDialog role={roleToRemove} person={person} onClose={() => setRoleToRemove(null)} />}
    </span>
  )
}

/**
 * Says that a person has no role yet, or which one they requested if the request is among the first of the list.
 * @param isPlain without a badge, which would be cut in the line of a narrow row
 */
export function NoRole({ person, isPlain = false }: { person: PlatformUser; isPlain?: boolean }) {
  const request = useOpenRequest(person)
  if (!request) return <span className="text-muted-foreground">No role</span>
  const text = `Requested: ${formatRole(request)}`
  if (isPlain) {
    return (
      // Further lines begin below the text, not below the icon.
      <span className="block pl-4 -indent-4 text-pending">
        <Clock aria-hidden className="-mt-0.5 mr-1 inline size-3" />
        {text}
      </span>
    )
  }
  return (
    // As large as the badges of roles.
    <span className="inline-flex *:min-h-7 *:px-4 pointer-coarse:*:px-2.5">
      <Badge tone="pending">{text}</Badge>
    </span>
  )
}

const tooltipOf = ({ decides, status }: UserRole) => {
  if (decides) return 'Newest role: it decides what the user sees'
  return status === 'active' ? 'Older role, not in use' : 'The user has switched to another studio'
}

type RemoveDialogProps = { role: UserRole; person: PlatformUser; onClose: () => void }

function RemoveDialog({ role, person, onClose }: RemoveDialogProps) {
  const remove = useRemoveRole()
  // Not `mutate`: its `onSuccess` is skipped if a live update unmounts the dialog first. The dialog would then open again
  // with the next role.
  const removeRole = () => remove.mutateAsync({ id: role.id }).then(onClose, () => undefined)
  return (
    <ConfirmDialog
      title="Remove role"
      description={`${getDisplayName(person)} will no longer be ${formatRole(role)}. Their bookings and projects stay.`}
      cancelLabel="Keep role"
      confirmLabel="Remove role"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={removeRole}
      onClose={onClose}
    />
  )
}
