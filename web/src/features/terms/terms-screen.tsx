import type { PublicBookingTerms, Signature } from '@studiohub/contract/features/terms/schema.ts'
import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { DeadLink } from '#layouts/public/dead-link.tsx'
import { StudioMark } from '#layouts/public/studio-mark.tsx'
import { useBrand } from '#layouts/public/use-brand.ts'
import { isNotFound } from '#lib/hooks/use-is-not-found.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useAcceptPublicTerms, usePublicTerms } from './api.ts'
import { AcceptTerms } from './shared/accept-terms.tsx'
import { TermsText } from './shared/terms-text.tsx'
import { useAcceptance } from './shared/use-acceptance.ts'

/** The public page of a booking's terms, by the secret after the `#`. It needs no account. */
export default function TermsScreen() {
  const token = useLocation().hash.slice(1)
  const { data, error, mutate } = usePublicTerms(token)
  useBrand(data?.studio ?? null)
  const failure = error ? describeError(error) : null
  if (data) return <TermsPage terms={data} token={token} onStale={() => mutate(token)} />
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center p-4">
      <title>Terms</title>
      <h1 className="sr-only">Terms</h1>
      {failure && !isNotFound(failure) ? (
        <ErrorState title="Failed to load the terms" message={failure.message} onRetry={() => mutate(token)} />
      ) : failure || token === '' ? (
        <DeadLink>Open it from the email again, or ask the studio.</DeadLink>
      ) : (
        <LoadingScreen>Loading the terms...</LoadingScreen>
      )}
    </main>
  )
}

type TermsPageProps = { terms: PublicBookingTerms; token: string; onStale: () => void }

function TermsPage({ terms: loadedTerms, token, onStale }: TermsPageProps) {
  const accept = useAcceptPublicTerms()
  const { studio, session, accepted, open } = accept.data ?? loadedTerms
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-8">
      <title>{`Terms | ${studio.name}`}</title>
      <header className="flex items-center gap-3">
        <StudioMark studio={studio} />
        <p className="font-display text-lg font-semibold">{studio.name}</p>
      </header>
      <main className="grid gap-5 rounded-md border border-border bg-card p-5 shadow-sm">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold">Terms of {studio.name}</h1>
          <p className="text-sm text-muted-foreground">{sessionText(session)}</p>
        </div>
        {accepted && (
          <>
            <p role="status" className="flex items-center gap-2 text-sm font-medium">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-confirmed" />
              You accepted version {accepted.number}. Thank you!
            </p>
            <TermsText text={accepted.text} level={2} className="border-t border-border pt-4" />
          </>
        )}
        {!accepted && open && (
          <AcceptForm
            key={open.id}
            open={open}
            studio={studio}
            isPending={accept.isPending}
            error={accept.error}
            onAccept={(signature) => accept.mutate({ token, terms_id: open.id, signature }, { onError: onStale })}
          />
        )}
        {!accepted && !open && <p className="text-sm">There is nothing left to accept for this session.</p>}
      </main>
      {studio.contact_email && (
        <p className="text-sm text-muted-foreground">
          Questions? Write to{' '}
          <a href={`mailto:${studio.contact_email}`} className="text-link underline underline-offset-4">
            {studio.contact_email}
          </a>
          .
        </p>
      )}
    </div>
  )
}

type AcceptProps = {
  open: NonNullable<PublicBookingTerms['open']>
  studio: PublicBookingTerms['studio']
  isPending: boolean
  error: unknown
  onAccept: (signature: Signature | null) => void
}

function AcceptForm({ open, studio, isPending, error, onAccept }: AcceptProps) {
  const acceptance = useAcceptance(open)
  const [isSubmitted, setSubmitted] = useState(false)
  return (
    <>
      <TermsText text={open.text} level={2} className="border-y border-border py-4" />
      <AcceptTerms
        terms={open}
        studio={studio}
        hasText
        acceptance={acceptance}
        isSubmitted={isSubmitted}
        error={error ? describeError(error).message : undefined}
      />
      <Button
        className="justify-self-start"
        pending={isPending}
        pendingText="Accepting..."
        onClick={() => {
          setSubmitted(true)
          if (acceptance.isComplete) onAccept(acceptance.signature)
        }}
      >
        Accept the terms
      </Button>
    </>
  )
}

function sessionText({ service, booking_date, start_time, end_time, timezone, count }: PublicBookingTerms['session']) {
  const more = count > 1 ? `, and ${count - 1} more of the series` : ''
  return `For ${service}, ${formatWeekdayAndDay(booking_date)}, ${timeRangeText(start_time, end_time)} (${timezone.replaceAll('_', ' ')} time)${more}`
}
