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
import { formatDateTime } from '#lib/page/time.ts'
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

/** Activity of a project, newest first. */
export function ActivityPanel({ project }: { project: Project }) {
  const activity = useActivity(project.id)
  return (
    <Card title="Activity" description="Phases, cards, sessions and files, newest first">
      <QueryView query={activity} loadingText="Loading activity...">
        {(items) => (
          <div className="grid grid-cols-1 gap-4">
            <ol aria-label="Activity" className="grid grid-cols-1 gap-4">
              {items.map((item) => (
                <ActivityRow key={item.id} item={item} />
              ))}
            </ol>
            <ShowMore list={activity} />
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
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <p className="wrap-anywhere">{describeActivity(item)}</p>
        <p className="text-xs text-muted-foreground">
          <time dateTime={item.at}>{formatDateTime(item.at)}</time>
          {item.by_name && ` by ${item.by_name}`}
        </p>
      </div>
    </li>
  )
}
