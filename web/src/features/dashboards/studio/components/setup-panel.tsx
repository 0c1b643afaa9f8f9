import type { StudioSetup } from '@studiohub/contract/features/dashboards/schema.ts'
import { type SetupStep, setupSteps } from '@studiohub/contract/features/dashboards/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react'
import { Link } from 'react-router'
import { useSubscription } from '#features/subscriptions/api.ts'
import { getPlanNotice } from '#features/subscriptions/shared/plan-text.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { toast } from '#ui/toast.tsx'
import { useStudioSetup, useUpdateStudioSetup } from '../api.ts'

const steps: Record<SetupStep, { label: string; to: string | null }> = {
  services: { label: 'Set services and prices', to: paths.studioSettingsTab('services') },
  hours: { label: 'Set opening hours', to: paths.studioSettingsTab('hours') },
  pictures: { label: 'Add pictures of your rooms', to: paths.studioSettingsTab('rooms') },
  branding: { label: 'Choose colors and a logo', to: paths.studioSettingsTab('branding') },
  shared: { label: 'Copy the booking page link', to: null },
}

type SetupPanelProps = { studio: Studio; position: 'top' | 'aside' }

/**
 * A preview of the studio's public page with the setup steps. Renders nothing if all steps are done, the list was closed or the
 * plan has ended. A new studio sees it at the top. A studio with sessions, or with a notice about its plan, sees the steps next to today.
 */
export function SetupPanel({ studio, position }: SetupPanelProps) {
  const { data: setup } = useStudioSetup(studio.id)
  const { data: plan, isLoading } = useSubscription(studio.id)
  const now = useNow()
  if (!setup || isLoading || setup.is_dismissed || setup.done.length === setupSteps.length) return null
  // A closed studio first needs a plan.
  if (plan && !plan.takes_bookings) return null
  const isBeside = setup.has_sessions || Boolean(plan && getPlanNotice(plan, studio.timezone, now))
  if ((position === 'top') === isBeside) return null
  return position === 'top' ? (
    <section
      aria-labelledby="own-page"
      className="mb-6 grid gap-6 rounded-md border border-border bg-card p-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <PagePreview studio={studio} />
      <Checklist studio={studio} setup={setup} />
    </section>
  ) : (
    <section aria-labelledby="own-page" className="rounded-md border border-border bg-card p-5">
      <Checklist studio={studio} setup={setup} />
    </section>
  )
}

/** A small picture of the page; the link opens the page. */
const PagePreview = ({ studio }: { studio: Studio }) => (
  <div aria-hidden className="relative hidden h-80 overflow-hidden rounded-md border border-border lg:block">
    <iframe
      src={paths.publicPage(studio.slug)}
      title="Your public page"
      tabIndex={-1}
      loading="lazy"
      className="pointer-events-none h-[200%] w-[200%] origin-top-left scale-50"
    />
  </div>
)

function Checklist({ studio, setup }: { studio: Studio; setup: StudioSetup }) {
  // Steps that are done are last, so that the first one is the next.
  const isDone = (step: SetupStep) => setup.done.includes(step)
  const sortedSteps = setupSteps.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
  const update = useUpdateStudioSetup(studio.id)
  const markStep = (step: 'shared' | 'dismissed') => {
    if (!update.isPending) update.mutate({ studio_id: studio.id, step })
  }
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${paths.publicPage(studio.slug)}`)
      toast.success({ title: 'Link copied' })
      markStep('shared')
    } catch {
      toast.error({ title: 'Your browser blocked copying', description: 'Open the page and copy its address.' })
    }
  }
  return (
    <div className="grid content-start gap-4">
      <header className="flex items-start justify-between gap-2">
        <div className="grid gap-0.5">
          <h2 id="own-page" className="text-base font-semibold">
            This is your page
          </h2>
          <p className="text-sm text-muted-foreground">
            {setup.done.length} of {setupSteps.length} done
          </p>
        </div>
        <IconButton name="Hide the checklist" onClick={() => markStep('dismissed')}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div aria-hidden className="grid grid-flow-col gap-1">
        {setupSteps.map((step, index) => (
          <span
            key={step}
            className={cx('h-1 rounded-full', index < setup.done.length ? 'bg-confirmed' : 'bg-muted')}
          />
        ))}
      </div>
      <ol className="grid gap-1 text-sm">
        {sortedSteps.map((step, index) => (
          <Step key={step} step={step} isDone={isDone(step)} isNext={index === 0} onShare={copyLink} />
        ))}
      </ol>
      <ButtonLink size="small" className="w-fit max-md:min-h-11" look="secondary">
        <Link to={paths.publicPage(studio.slug)} reloadDocument>
          Open the page
        </Link>
      </ButtonLink>
    </div>
  )
}

type StepProps = { step: SetupStep; isDone: boolean; isNext: boolean; onShare: () => void }

function Step({ step, isDone, isNext, onShare }: StepProps) {
  const { label, to } = steps[step]
  const Icon = isDone ? CircleCheck : Circle
  const stepClasses = cx(
    '-mx-2 flex w-[calc(100%+1rem)] items-center gap-2.5 rounded-md px-2 py-1.5 text-left max-md:min-h-11',
    isNext ? 'bg-link/10 font-medium text-link hover:bg-link/20' : !isDone && 'hover:bg-muted',
  )
  const content = (
    <>
      <Icon
        aria-hidden
        className={cx('size-5 shrink-0', isDone ? 'text-confirmed' : !isNext && 'text-muted-foreground')}
      />
      <span className={cx(isDone && 'text-muted-foreground')}>{label}</span>
      {isDone ? (
        <span className="sr-only">Done</span>
      ) : (
        <ChevronRight aria-hidden className={cx('ml-auto size-4 shrink-0', !isNext && 'text-muted-foreground')} />
      )}
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={stepClasses}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={onShare} className={stepClasses}>
          {content}
        </button>
      )}
    </li>
  )
}
