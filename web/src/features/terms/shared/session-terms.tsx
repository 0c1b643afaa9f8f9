import type { TermsAcceptance } from '@studiohub/contract/features/terms/schema.ts'
import { acceptanceWayLabels } from '@studiohub/contract/features/terms/words.ts'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { useAcceptTerms, useBookingTerms, useDownloadAgreement } from '../api.ts'
import { AcceptTerms } from './accept-terms.tsx'
import { useAcceptance } from './use-acceptance.ts'

type TermsOfBooking = { booking_id: string; zone: string }

/** A line in the details of a session: whether the client has accepted its terms. Empty if the session needs none. */
export function SessionTerms({ booking_id, zone }: TermsOfBooking) {
  const { data } = useBookingTerms(booking_id)
  if (!data || (!data.acceptance && !data.open)) return null
  return (
    <Line>
      {data.acceptance ? (
        <AcceptedText acceptance={data.acceptance} zone={zone} />
      ) : (
        'Not accepted yet. The email about this session has a link.'
      )}
    </Line>
  )
}

type OwnTerms = TermsOfBooking & { studio: { name: string; slug: string } }

/** The terms of a session as its client sees them, with a button to accept them. */
export function OwnSessionTerms({ booking_id, zone, studio }: OwnTerms) {
  const { data } = useBookingTerms(booking_id)
  const accept = useAcceptTerms()
  const acceptance = useAcceptance(data?.open ?? null)
  const [isSubmitted, setSubmitted] = useState(false)
  if (data?.acceptance) {
    return (
      <dl>
        <Line>
          <AcceptedText acceptance={data.acceptance} zone={zone} />
        </Line>
      </dl>
    )
  }
  const openTerms = data?.open
  if (!openTerms) return null
  return (
    <section aria-label="Terms" className="grid gap-3 rounded-md border border-pending bg-pending-soft p-3 text-sm">
      <p>Please accept the terms of {studio.name} for this session.</p>
      <AcceptTerms terms={openTerms} studio={studio} acceptance={acceptance} isSubmitted={isSubmitted} />
      <Button
        size="small"
        className="justify-self-start"
        pending={accept.isPending}
        pendingText="Accepting..."
        onClick={() => {
          setSubmitted(true)
          if (acceptance.isComplete)
            accept.mutate({ id: booking_id, terms_id: openTerms.id, signature: acceptance.signature })
        }}
      >
        Accept the terms
      </Button>
    </section>
  )
}

function AcceptedText({ acceptance, zone }: { acceptance: TermsAcceptance; zone: string }) {
  const { number, accepted_at, way, network_address, agreement } = acceptance
  const download = useDownloadAgreement()
  return (
    <>
      Version {number} accepted {acceptanceWayLabels[way]}
      <span className="block text-xs text-muted-foreground">
        {formatDateTime(accepted_at, zone)}
        {network_address && `, from ${network_address}`}
      </span>
      {agreement && (
        <span className="mt-1 grid justify-items-start gap-1">
          {agreement.signer_name ? `Signed by ${agreement.signer_name}` : 'Signed. The client was erased.'}
          {agreement.signer_name &&
            (agreement.sha256 ? (
              <>
                <Button
                  look="secondary"
                  size="small"
                  pending={download.isPending}
                  pendingText="Preparing..."
                  onClick={() => download.mutate(agreement.id)}
                >
                  <Download aria-hidden />
                  Agreement
                </Button>
                <span className="text-xs break-all text-muted-foreground">SHA-256 {agreement.sha256}</span>
              </>
            ) : (
              <span className="text-xs text-muted-foreground">The PDF is being created.</span>
            ))}
        </span>
      )}
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_1fr] gap-3 text-sm">
    <dt className="text-muted-foreground">Terms</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
