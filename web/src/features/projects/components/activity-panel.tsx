import type { Activity, Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import {
  ArrowRightLeft,
  CalendarDays,
  FileText,
  Flag,
  type LucideIcon,
  MessageSquare,
  MoveRight,
  StickyNote,
} from 'lucide-react'
import { useState } from 'react'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { useActivity } from '../api.ts'

const icons: Record<Activity['kind'], LucideIcon> = {
  started: Flag,
  phase: MoveRight,
  card: StickyNote,
  card_moved: ArrowRightLeft,
  session: CalendarDays,
  file: FileText,
  comment: MessageSquare,
}

function describeActivity({ kind, subject, phase }: Activity): string {
  const to = phase ? phaseLabels[phase] : ''
  switch (kind) {
    case 'started':
      return 'Project started'
    case 'phase':
      return `Moved to ${to}`
    case 'card':
      return `Card “${subject}” created`
    case 'card_moved':
      return `Card “${subject}” moved to ${to}`
    case 'session':
      return `Session booked: ${subject}`
    case 'file':
      return `File “${subject}” added`
    case 'comment':
      return `Comment on “${subject}”`
  }
}

const LINES_SHOWN = 5

/** Activity of a project, newest first. Older lines are shown on request. */
export function ActivityPanel({ project }: { project: Project }) {
  const activity = useActivity(project.id)
  const [isWhole, setWhole] = useState(false)
  return (
    <Card title="Activity" description="Phases, cards, sessions and files, newest first">
      <QueryView query={activity} loadingText="Loading activity...">
        {(items) => (
          <div className="grid grid-cols-1 gap-4">
            <ol aria-label="Activity" className="grid grid-cols-1 gap-3">
              {(isWhole ? items : items.slice(0, LINES_SHOWN)).map((item) => (
                <ActivityRow key={item.id} item={item} />
              ))}
            </ol>
            {isWhole && <ShowMore list={activity} />}
            {!isWhole && items.length > LINES_SHOWN && (
              <Button look="secondary" className="justify-self-center" onClick={() => setWhole(true)}>
                Show all
              </Button>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function ActivityRow({ item }: { item: Activity }) {
  const Icon = icons[item.kind]
  return (
    <li className="flex gap-3 text-sm">
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-0.5 self-center">
        <p className="min-w-0 wrap-anywhere sm:flex-1">{describeActivity(item)}</p>
        <p className="text-xs wrap-anywhere text-muted-foreground">
          {item.by_name && `${item.by_name}, `}
          <RelativeTime at={item.at} />
        </p>
      </div>
    </li>
  )
}
