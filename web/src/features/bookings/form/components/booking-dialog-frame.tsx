import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { DialogFrame } from '#ui/dialog-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SkeletonField } from '#ui/skeleton-shapes.tsx'

type BookingDialogFrameProps = {
  context: BookingContext
  /** Whether the form opens to block time. */
  isBlocked: boolean
  onShow: () => void
  onClose: () => void
}

/** `BookingDialog` while its code loads. Its placeholders are as high as the fields, so that the dialog keeps its size. */
export function BookingDialogFrame({ context, isBlocked, onShow, onClose }: BookingDialogFrameProps) {
  const serviceAndRoom = (
    <div className="grid gap-4 min-[480px]:has-[>:nth-child(2)]:grid-cols-2">
      <SkeletonField />
      {context.rooms.length > 1 && <SkeletonField />}
    </div>
  )
  return (
    <DialogFrame
      title={isBlocked ? 'Block Time' : 'Create New Booking'}
      loadingText="Opening the booking form..."
      onShow={onShow}
      onClose={onClose}
      footer={
        <>
          {!isBlocked && <Skeleton className="h-5 basis-full" />}
          <Skeleton className="h-11 w-20 md:h-10" />
          <Skeleton className="h-11 w-36 md:h-10" />
        </>
      }
    >
      <div className="grid gap-4">
        {!isBlocked && (
          <>
            <div className="grid gap-1.5">
              <SkeletonField />
              <Skeleton className="h-5 w-64" />
            </div>
            {serviceAndRoom}
          </>
        )}
        <SkeletonField />
        {!isBlocked && <FreeTimesSkeleton />}
        <div className="grid grid-cols-2 gap-4">
          <SkeletonField />
          <SkeletonField />
        </div>
        {isBlocked && (
          <>
            <Skeleton className="-mt-2 h-10" />
            {serviceAndRoom}
          </>
        )}
        <div className="border-y border-border py-1">
          <Skeleton className="h-11 md:h-10" />
        </div>
        <SkeletonField control="h-22.5 md:h-19.5" />
        <Skeleton className={isBlocked ? 'h-6' : 'h-10.5'} />
      </div>
    </DialogFrame>
  )
}

/** The day and its free times. */
const FreeTimesSkeleton = () => (
  <div className="rounded-md border border-border p-3">
    <Skeleton className="h-57 md:h-52" />
  </div>
)
