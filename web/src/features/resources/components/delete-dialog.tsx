import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeleteResource } from '../api.ts'

const Session = z.object({ booking_id: z.string(), booking_date: z.string(), start_time: z.string() })
const BookedError = z.object({ data: z.object({ details: z.object({ sessions: z.array(Session) }) }) })

type DeleteDialogProps = { resource: Resource; onClose: () => void }

/** Confirms archiving or deleting a resource, and lists the bookings that prevent it. */
export function DeleteDialog({ resource, onClose }: DeleteDialogProps) {
  const remove = useDeleteResource()
  const confirm = () => remove.mutate({ id: resource.id }, { onSuccess: onClose })
  const details = BookedError.safeParse(remove.error).data?.data.details
  return (
    <ConfirmDialog
      title={`Delete ${resource.name}?`}
      description="It can no longer be booked. If it has past sessions, it is archived and you can restore it."
      cancelLabel="Keep it"
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {remove.error && (
        <div role="alert" className="grid gap-2 text-sm">
          <p className="text-cancelled">{describeError(remove.error).message}</p>
          <ul className="grid gap-1">
            {details?.sessions.map(({ booking_id, booking_date, start_time }) => (
              <li key={booking_id} className="tabular-nums">
                {formatShortDate(booking_date)}, {timeText(start_time)}
              </li>
            ))}
          </ul>
          <Link to={paths.studioBookings} className="text-link underline underline-offset-4">
            Go to bookings
          </Link>
        </div>
      )}
    </ConfirmDialog>
  )
}
