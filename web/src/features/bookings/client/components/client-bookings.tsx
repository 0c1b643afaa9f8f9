import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft-storage.ts'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { useCommandSource } from '#lib/page/commands.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMediaQuery } from '#ui/use-is-phone.ts'
import { useClosedReason, useLiveTimes } from '../api.ts'
import { emptyChoice, hasContent, readChoice, resumeChoice, type SessionChoice } from '../model/session-choice.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { OwnBookings } from './own-bookings.tsx'
import { ServiceList } from './service-list.tsx'

// Not part of the first load, but prefetched, so that it opens without waiting.
const loadDialog = async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog })
const SessionDialog = lazy(loadDialog)

/** A client's bookings at a studio, and the services to book. */
export function ClientBookings({ studio }: { studio: Studio }) {
  useLiveTimes()
  usePrefetch(loadDialog)
  const { context, isLoading, error, retry } = useBookingContext(studio)
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { choice, openForm, change, close, discard, forgetChoice } = useSessionChoice(
    `session.${studio.id}.${context.actor.user_id}`,
  )
  const clientServices = context.services.filter(({ is_active, is_client_bookable }) => is_active && is_client_bookable)
  // Without a room, no time is ever free.
  const services = context.rooms.length > 0 ? clientServices : []
  // If nothing can be booked, the page says so, and no button, key, command or URL opens the form.
  const { closedReason, isLoading: isOfferLoading } = useClosedReason(studio)
  const canBook = studio.is_active && closedReason === null && (isLoading || services.length > 0)
  const commands = useMemo(() => {
    const command = { id: 'new-booking', label: 'New Booking', group: 'Do', icon: Plus, run: () => openForm('') }
    return canBook ? [command] : []
  }, [openForm, canBook])
  useShortcut('n', canBook ? () => openForm('') : null)
  useCommandSource(commands)

  const showBooked = (id: string) => {
    forgetChoice()
    // A URL that opens the form is replaced, so that going back does not open the form again.
    navigate(paths.clientBookings(studio.slug, { booked: id }), { replace: readChoiceInUrl(params) !== null })
  }

  // Then the services are in view, and a filled button would offer the same a second time.
  const isListBeside = useMediaQuery('(min-width: 1024px)')
  const newBooking = closedReason === null && (
    <Button
      look={isListBeside ? 'secondary' : 'primary'}
      onClick={() => openForm('')}
      aria-keyshortcuts="n"
      disabled={!canBook}
    >
      <Plus aria-hidden />
      New Booking
    </Button>
  )
  return (
    <Page title="Bookings" subtitle={`Your sessions at ${studio.name}`} titleSuffix={studio.name} action={newBooking}>
      {closedReason && <ClosedNotice studio={studio} reason={closedReason} />}
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-8',
          !closedReason && 'lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]',
        )}
      >
        <section aria-labelledby="yours" className="min-w-0">
          <OwnBookings
            context={context}
            isLoading={isLoading}
            heading={
              <h2 id="yours" className="text-lg font-semibold">
                Your sessions
              </h2>
            }
            tab={params.get('tab') === 'past' ? 'past' : 'upcoming'}
            onTabChange={(tab) => setParams(tab === 'past' ? { tab } : {}, { preventScrollReset: true })}
            newBooking={canBook && newBooking}
          />
        </section>
        <section aria-labelledby="book" className="grid min-w-0 gap-3" hidden={closedReason !== null}>
          {/* As high as the line of the tabs next to it. */}
          <h2 id="book" className="flex min-h-11 items-center text-lg font-semibold">
            Book a session
          </h2>
          {isLoading && <SkeletonRows />}
          {!studio.is_active && (
            <p className="text-muted-foreground">This studio is not accepting new bookings at the moment.</p>
          )}
          {error && studio.is_active && (
            <ErrorState title="Failed to load services" message={describeError(error).message} onRetry={retry} />
          )}
          {!isLoading && !error && studio.is_active && services.length === 0 && (
            <p className="text-muted-foreground">Online booking is not available here. Please contact the studio.</p>
          )}
          {studio.is_active && (
            <ServiceList studio={studio} services={services} currency={studio.currency} onChoose={openForm} />
          )}
        </section>
      </div>
      {choice && canBook && !isLoading && !isOfferLoading && (
        <Suspense>
          <SessionDialog
            context={context}
            services={services}
            choice={choice}
            onChange={change}
            onClose={close}
            onDiscard={discard}
            onBooked={showBooked}
          />
        </Suspense>
      )}
    </Page>
  )
}

/**
 * The booking in progress, started by a click or by the URL of the public page. Stored in this tab until it is booked
 * or discarded. @param name the storage name
 */
function useSessionChoice(name: string) {
  const [params, setParams] = useSearchParams()
  const [choice, setChoice] = useState<SessionChoice | null>(() => {
    const link = readChoiceInUrl(params)
    return link && resumeChoice(readStoredChoice(name), link)
  })
  return useMemo(() => {
    const change = (next: SessionChoice) => {
      setChoice(next)
      if (hasContent(next)) saveDraft(name, next)
    }
    const close = () => {
      setChoice(null)
      setParams(
        (current) => {
          for (const part of ['book', 'minutes', 'day', 'time', 'new']) current.delete(part)
          return current
        },
        { replace: true, preventScrollReset: true },
      )
    }
    const openForm = (service: string) => {
      setChoice(resumeChoice(readStoredChoice(name), { ...emptyChoice, service }))
    }
    const forgetChoice = () => {
      deleteDraft(name)
      setChoice(null)
    }
    const discard = () => {
      forgetChoice()
      close()
    }
    return { choice, openForm, change, close, discard, forgetChoice }
  }, [choice, name, setParams])
}

const readStoredChoice = (name: string) => readChoice(Object(readDraft(name)))

function readChoiceInUrl(params: URLSearchParams): SessionChoice | null {
  const choice = readChoice({ ...Object.fromEntries(params), service: params.get('book') })
  return choice.service || params.has('new') ? choice : null
}
