import type { Attention, AttentionItem } from '@studiohub/contract/features/admin/attention/schema.ts'
import { type AttentionKind, attentionText } from '@studiohub/contract/features/admin/attention/words.ts'
import { CircleCheck, Handshake, type LucideIcon, TriangleAlert, UserPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { LoadingOverlay } from '#ui/spinner.tsx'

const QueuesDialog = lazy(async () => ({ default: (await import('./queues-dialog.tsx')).QueuesDialog }))

const COLLAPSED_LINES = 6

type AttentionListProps = {
  attention: Attention
  /** How many people wait for an answer to their request to join. */
  requestCount: number
  /** Since when the first of them waits. */
  requestsSince: string | null
  /** How many partnership applications wait for an answer. */
  applicationCount: number
  applicationsSince: string | null
}

/** Requests and problems of the whole platform that need an operator. Each line has a button to solve it. */
export function AttentionList(props: AttentionListProps) {
  const { attention, requestCount, requestsSince, applicationCount, applicationsSince } = props
  const { items, stuck_queues } = attention
  const total = attention.total + requestCount + applicationCount
  const [isExpanded, setIsExpanded] = useState(false)
  const [isQueuesDialogOpen, setIsQueuesDialogOpen] = useState(false)
  const visibleItems = isExpanded ? items : items.slice(0, COLLAPSED_LINES)
  return (
    <section aria-labelledby="needs-attention" className="rounded-md border border-border bg-card">
      <h2
        id="needs-attention"
        className="flex items-center gap-2 border-b border-border px-4 py-3 font-semibold sm:px-5"
      >
        Needs attention
        {total > 0 && <span className="text-sm font-normal text-muted-foreground tabular-nums">{total}</span>}
      </h2>
      {total === 0 ? (
        <p className="flex items-center gap-2 px-4 py-4 text-sm text-muted-foreground sm:px-5">
          <CircleCheck aria-hidden className="size-4 text-confirmed" />
          Nothing needs your attention.
        </p>
      ) : (
        <div className="divide-y divide-border">
          <InboxLine
            count={requestCount}
            since={requestsSince}
            icon={UserPlus}
            nouns={['request to join', 'requests to join']}
            note="Waiting for an answer"
            tab="pending"
          />
          <InboxLine
            count={applicationCount}
            since={applicationsSince}
            icon={Handshake}
            nouns={['partnership application', 'partnership applications']}
            note="Waiting for your answer"
            tab="applications"
          />
          {items.length > 0 && (
            <AttentionLines items={visibleItems} hasStudio onShowJobs={() => setIsQueuesDialogOpen(true)} />
          )}
        </div>
      )}
      {!isExpanded && items.length > COLLAPSED_LINES && (
        <div className="border-t border-border px-3 py-2">
          <Button look="link" size="small" onClick={() => setIsExpanded(true)}>
            Show all {total}
          </Button>
        </div>
      )}
      <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
        {isQueuesDialogOpen && <QueuesDialog queues={stuck_queues} onClose={() => setIsQueuesDialogOpen(false)} />}
      </Suspense>
    </section>
  )
}

type InboxLineProps = {
  count: number
  /** When the oldest one came. */
  since: string | null
  icon: LucideIcon
  nouns: readonly [one: string, several: string]
  note: string
  tab: 'pending' | 'applications'
}

/** People who wait for an answer, with a link to the list of them. Renders nothing if nobody waits. */
function InboxLine({ count, since, icon: Icon, nouns: [one, several], note, tab }: InboxLineProps) {
  if (count === 0) return null
  return (
    <div className={lineClasses}>
      <Icon aria-hidden className="size-4 shrink-0 text-pending" />
      <div className="min-w-0 flex-1 text-sm sm:flex sm:items-center sm:gap-3">
        <p className="truncate font-medium sm:w-56 sm:shrink-0">
          {count} {count === 1 ? one : several}
        </p>
        <p className={cx(textClasses, 'max-sm:text-xs max-sm:text-muted-foreground')}>
          <span className="truncate">{note}</span>
          {since !== null && (
            <Since followsText>
              <RelativeTime at={since} />
            </Since>
          )}
        </p>
      </div>
      <ButtonLink size="small" look="tinted" className={buttonClasses}>
        <Link to={paths.superAdminUsersTab(tab)}>
          Review<span className="sr-only"> {several}</span>
        </Link>
      </ButtonLink>
    </div>
  )
}

// Short labels such as "Review" and "Open" have one width.
const buttonClasses = 'min-w-19 max-md:min-h-11'
const lineClasses = 'flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5'
const textClasses = 'flex min-w-0 flex-1 items-center gap-x-1 sm:justify-between sm:gap-x-2'

/** The age of a line. @param followsText whether it is always in the line of the text on a phone */
const Since = ({ followsText, children }: { followsText: boolean; children: ReactNode }) => (
  <span className="shrink-0 text-xs text-muted-foreground tabular-nums">
    {followsText && (
      <span aria-hidden className="sm:hidden">
        ·{' '}
      </span>
    )}
    {children}
  </span>
)

const keyOf = ({ kind, studio_id }: AttentionItem) => `${kind} ${studio_id}`

type LinesProps = {
  items: readonly AttentionItem[]
  /** Whether a line names its studio. */
  hasStudio?: boolean
  onShowJobs?: () => void
  /** The button of a line on the page of the studio, if it is not a link. */
  buttonOf?: (item: AttentionItem) => ReactNode
}

/** Each line says what is wrong, at which studio and since when, and has one button. */
export function AttentionLines({ items, hasStudio = false, onShowJobs, buttonOf }: LinesProps) {
  return (
    <ul className="divide-y divide-border">
      {items.map((item) => (
        <li key={keyOf(item)} className={lineClasses}>
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-pending" />
          <div className="min-w-0 flex-1 text-sm sm:flex sm:items-center sm:gap-3">
            {hasStudio && (
              <p className="truncate font-medium sm:w-56 sm:shrink-0">{item.studio_name ?? 'The platform'}</p>
            )}
            <p
              className={cx(
                textClasses,
                hasStudio ? 'max-sm:text-xs max-sm:text-muted-foreground' : 'max-sm:flex-wrap',
              )}
            >
              <span className={hasStudio ? 'truncate' : 'wrap-anywhere'}>{attentionText(item)}</span>
              {item.since !== null && (
                <Since followsText={hasStudio}>
                  {item.kind === 'trial_ending' ? formatDateOf(item.since) : <RelativeTime at={item.since} />}
                </Since>
              )}
            </p>
          </div>
          {buttonOf?.(item) ?? <HelpButton item={item} onShowJobs={onShowJobs} isOnStudioPage={!hasStudio} />}
        </li>
      ))}
    </ul>
  )
}

/** The tab of the dashboard on which an operator solves a problem. Other problems are solved on the page of the studio. */
const tabsByKind: Partial<Record<AttentionKind, { tab: string; label: string }>> = {
  card_reports_failed: { tab: 'payments', label: 'Card webhooks' },
  emails_failing: { tab: 'mail', label: 'Failed emails' },
}

type HelpButtonProps = { item: AttentionItem; onShowJobs: (() => void) | undefined; isOnStudioPage: boolean }

function HelpButton({ item, onShowJobs, isOnStudioPage }: HelpButtonProps) {
  if (item.kind === 'jobs_stuck')
    return (
      <Button size="small" look="tinted" className="max-md:min-h-11" onClick={onShowJobs} aria-haspopup="dialog">
        See jobs
      </Button>
    )
  const tab = tabsByKind[item.kind]
  if (item.studio_id !== null && !isOnStudioPage)
    return (
      <ButtonLink size="small" look="tinted" className={buttonClasses}>
        <Link to={paths.superAdminStudio(item.studio_id)}>
          Open<span className="sr-only"> {item.studio_name}</span>
        </Link>
      </ButtonLink>
    )
  if (!tab) return null
  return (
    <ButtonLink size="small" look="tinted" className="max-md:min-h-11">
      <Link to={paths.superAdminTab(tab.tab, tab.tab === 'mail' ? 'failed' : undefined)}>
        {tab.label}
        <span className="sr-only"> of {item.studio_name ?? 'the platform'}</span>
      </Link>
    </ButtonLink>
  )
}
