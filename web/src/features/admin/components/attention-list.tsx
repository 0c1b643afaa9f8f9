import type { Attention, AttentionItem } from '@studiohub/contract/features/admin/attention/schema.ts'
import { type AttentionKind, attentionText } from '@studiohub/contract/features/admin/attention/words.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Table } from '#ui/table.tsx'

const LINES_AT_FIRST = 6

/** Problems of the whole platform that need an operator. Each line has a button that helps. */
export function AttentionList({ attention: { items, total, stuck_queues } }: { attention: Attention }) {
  const [isWhole, setIsWhole] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const shown = isWhole ? items : items.slice(0, LINES_AT_FIRST)
  return (
    <section aria-labelledby="needs-attention" className="rounded-md border border-border bg-card">
      <h2 id="needs-attention" className="flex items-center gap-2 border-b border-border px-5 py-3 font-semibold">
        Needs attention
        {total > 0 && <span className="text-sm font-normal text-muted-foreground tabular-nums">{total}</span>}
      </h2>
      {total === 0 ? (
        <p className="flex items-center gap-2 px-5 py-4 text-sm text-muted-foreground">
          <CircleCheck aria-hidden className="size-4 text-confirmed" />
          Nothing needs your attention.
        </p>
      ) : (
        <AttentionLines items={shown} hasStudio onJobs={() => setIsOpen(true)} />
      )}
      {!isWhole && total > LINES_AT_FIRST && (
        <div className="border-t border-border px-3 py-2">
          <Button look="link" size="small" onClick={() => setIsWhole(true)}>
            Show all {total}
          </Button>
        </div>
      )}
      {isOpen && <QueuesDialog queues={stuck_queues} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

const keyOf = ({ kind, studio_id }: AttentionItem) => `${kind} ${studio_id}`

type LinesProps = {
  items: readonly AttentionItem[]
  /** Whether a line names its studio. */
  hasStudio?: boolean
  onJobs?: () => void
}

/** Lines of 56 px: what is wrong, where, since when, and one button. */
export function AttentionLines({ items, hasStudio = false, onJobs }: LinesProps) {
  return (
    <ul className="divide-y divide-border">
      {items.map((item) => (
        <li key={keyOf(item)} className="flex min-h-14 items-center gap-3 px-5 py-2">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-pending max-sm:hidden" />
          <div className="min-w-0 flex-1 text-sm sm:flex sm:items-baseline sm:gap-3">
            {hasStudio && (
              <p className="truncate font-medium sm:w-56 sm:shrink-0">{item.studio_name ?? 'The platform'}</p>
            )}
            <p className="flex min-w-0 flex-1 gap-2 max-sm:text-xs max-sm:text-muted-foreground sm:justify-between">
              <span className="truncate">{attentionText(item)}</span>
              <span className="shrink-0 text-xs text-muted-foreground tabular-nums">
                <Since item={item} />
              </span>
            </p>
          </div>
          <Help item={item} onJobs={onJobs} isOnStudioPage={!hasStudio} />
        </li>
      ))}
    </ul>
  )
}

function Since({ item: { kind, since } }: { item: AttentionItem }) {
  if (since === null) return null
  return kind === 'trial_ending' ? <>{formatDateOf(since)}</> : <RelativeTime at={since} />
}

/** The tab of the dashboard that helps with a problem. Other problems are solved on the page of the studio. */
const tabs: Partial<Record<AttentionKind, { tab: string; label: string }>> = {
  card_reports_failed: { tab: 'payments', label: 'Card webhooks' },
  emails_failing: { tab: 'mail', label: 'Failed emails' },
}

type HelpProps = { item: AttentionItem; onJobs: (() => void) | undefined; isOnStudioPage: boolean }

function Help({ item, onJobs, isOnStudioPage }: HelpProps) {
  if (item.kind === 'jobs_stuck')
    return (
      <Button size="small" look="secondary" onClick={onJobs} aria-haspopup="dialog">
        See jobs
      </Button>
    )
  const tab = tabs[item.kind]
  if (item.studio_id !== null && !isOnStudioPage)
    return (
      <ButtonLink size="small" look="secondary">
        <Link to={paths.superAdminStudio(item.studio_id)}>
          Open<span className="sr-only"> {item.studio_name}</span>
        </Link>
      </ButtonLink>
    )
  if (!tab) return null
  return (
    <ButtonLink size="small" look="secondary">
      <Link to={paths.superAdminTab(tab.tab, tab.tab === 'mail' ? 'failed' : undefined)}>
        {tab.label}
        <span className="sr-only"> of {item.studio_name ?? 'the platform'}</span>
      </Link>
    </ButtonLink>
  )
}

type QueuesDialogProps = { queues: Attention['stuck_queues']; onClose: () => void }

function QueuesDialog({ queues, onClose }: QueuesDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Stuck jobs"
      description="Waiting jobs start again on their own once the server and what they need, such as the mail server, work. Look for the name of the job in the server's log, then restart the server if nothing moves."
      footer={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Table
        label="Stuck jobs"
        rows={queues}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Job', cell: ({ name }) => <span className="font-mono text-xs">{name}</span>, narrow: 'title' },
          { name: 'Waiting', cell: ({ waiting }) => `${waiting} waiting` },
          { name: 'Failed', cell: ({ failed }) => `${failed} failed` },
          { name: 'Since', cell: ({ since }) => <RelativeTime at={since} /> },
        ]}
      />
    </Dialog>
  )
}
