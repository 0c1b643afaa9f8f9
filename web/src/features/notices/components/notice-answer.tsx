import type { Notice } from '@studiohub/contract/features/notices/schema.ts'
import { useBooking } from '#features/bookings/booking-api.ts'
import {
  useApproveChange,
  useConfirmBooking,
  useDeclineBooking,
  useDeclineChange,
} from '#features/bookings/status-api.ts'
import { useApproveRequest, useRejectRequest } from '#features/roles/api.ts'
import { Button } from '#ui/button.tsx'

type NoticeAnswerProps = { notice: Notice; title: string }

/** The buttons that answer the request of a notification; nothing if it needs no answer. */
export function NoticeAnswer({ notice, title }: NoticeAnswerProps) {
  const { subject_id } = notice
  if (subject_id === null || !needsAnswer(notice)) return null
  return notice.kind === 'role_request' ? (
    <RequestAnswer id={subject_id} title={title} />
  ) : (
    <BookingAnswer
      id={subject_id}
      title={title}
      isChange={notice.kind === 'booking_changed' && notice.data.change === 'change_requested'}
    />
  )
}

function needsAnswer(notice: Notice): boolean {
  if (notice.kind === 'role_request' || notice.kind === 'booking_request') return true
  if (notice.kind !== 'booking_changed' || !notice.link.startsWith('/studio/')) return false
  return notice.data.change === 'change_requested' || notice.data.change === 'expiring'
}

type AnswerProps = { id: string; title: string }

/** Confirms or declines a request, or approves or declines a change, in the loaded version of the booking. */
function BookingAnswer({ id, title, isChange }: AnswerProps & { isChange: boolean }) {
  const { data: booking, isError } = useBooking(id)
  const confirm = useConfirmBooking()
  const decline = useDeclineBooking()
  const approveChange = useApproveChange()
  const declineChange = useDeclineChange()
  if (isError && !booking) return null
  if (!booking) return <ButtonsWhileLoading labels={[isChange ? 'Approve' : 'Confirm', 'Decline']} />
  const seenVersion = { id, version: booking.version }
  if (booking.change_request) {
    return (
      <Buttons
        title={title}
        yes={{ label: 'Approve', isPending: approveChange.isPending, run: () => approveChange.mutate(seenVersion) }}
        no={{ label: 'Decline', isPending: declineChange.isPending, run: () => declineChange.mutate(seenVersion) }}
      />
    )
  }
  if (booking.status !== 'pending') return null
  return (
    <Buttons
      title={title}
      yes={{ label: 'Confirm', isPending: confirm.isPending, run: () => confirm.mutate(seenVersion) }}
      no={{ label: 'Decline', isPending: decline.isPending, run: () => decline.mutate(seenVersion) }}
    />
  )
}

function RequestAnswer({ id, title }: AnswerProps) {
  const approve = useApproveRequest()
  const reject = useRejectRequest()
  return (
    <Buttons
      title={title}
      yes={{ label: 'Approve', isPending: approve.isPending, run: () => approve.mutate({ id }) }}
      no={{ label: 'Reject', isPending: reject.isPending, run: () => reject.mutate({ id }) }}
    />
  )
}

/** As high as the buttons, so that the rows below do not move when these appear. */
const ButtonsWhileLoading = ({ labels }: { labels: readonly string[] }) => (
  <div aria-hidden className="flex flex-wrap gap-2 pb-3 pl-11">
    {labels.map((label, index) => (
      <Button key={label} size="small" look={index === 0 ? 'tinted' : 'secondary'} disabled>
        {label}
      </Button>
    ))}
  </div>
)

type AnswerButton = { label: string; isPending: boolean; run: () => void }

function Buttons({ title, yes, no }: { title: string; yes: AnswerButton; no: AnswerButton }) {
  return (
    <div className="flex flex-wrap gap-2 pb-3 pl-11">
      <Button
        size="small"
        look="tinted"
        aria-label={`${yes.label}: ${title}`}
        pending={yes.isPending}
        onClick={yes.run}
      >
        {yes.label}
      </Button>
      <Button
        size="small"
        look="secondary"
        aria-label={`${no.label}: ${title}`}
        pending={no.isPending}
        onClick={no.run}
      >
        {no.label}
      </Button>
    </div>
  )
}
