import { type AgentKey, agents as catalog } from '@studiohub/contract/features/assistant/words.ts'
import type { StudioAgent } from '@studiohub/contract/features/crew/schema.ts'
import {
  Clapperboard,
  ClipboardList,
  type LucideIcon,
  MessageCircle,
  Palette,
  Scissors,
  Send,
  Wrench,
} from 'lucide-react'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Switch } from '#ui/switch.tsx'
import { useAgents, useSwitchAgent } from '../api.ts'

const icons: Record<AgentKey, LucideIcon> = {
  prea: ClipboardList,
  proa: Clapperboard,
  posta: Scissors,
  dista: Send,
  stu: MessageCircle,
  crea: Palette,
  tad: Wrench,
}

/** The studio's AI assistants. Active assistants come first. */
export function AgentsCard({ studio_id }: { studio_id: string }) {
  const agents = useAgents(studio_id)
  return (
    <Card title="AI assistants" description="Active assistants work with your crew and your clients.">
      <QueryView query={agents} loadingText="Loading assistants..." errorTitle="Failed to load assistants">
        {(rows) => (
          <div className="grid gap-6">
            <Group title="On" studio_id={studio_id} rows={rows.filter(({ is_active }) => is_active)} />
            <Group title="Switched off" studio_id={studio_id} rows={rows.filter(({ is_active }) => !is_active)} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

type GroupProps = { title: string; studio_id: string; rows: readonly StudioAgent[] }

function Group({ title, studio_id, rows }: GroupProps) {
  const change = useSwitchAgent(studio_id)
  if (rows.length === 0) return null
  return (
    <section aria-label={`Assistants: ${title}`} className="grid gap-3">
      <h3 className="text-sm font-medium text-muted-foreground">{title}</h3>
      <ul className="grid max-sm:divide-y max-sm:divide-border sm:grid-cols-2 sm:gap-3 lg:grid-cols-3">
        {rows.map(({ key, name, role, is_active }) => {
          const Icon = icons[key]
          return (
            <li
              key={key}
              className="relative grid grid-cols-[minmax(0,1fr)_auto] content-start gap-y-1 py-3 sm:grid-cols-1 sm:gap-3 sm:rounded-md sm:border sm:border-border sm:p-4"
            >
              <div className="flex items-start gap-3">
                <span className="grid size-10 shrink-0 place-items-center rounded-full bg-secondary text-on-secondary">
                  <Icon aria-hidden className="size-5" />
                </span>
                <span className="grid flex-1 gap-0.5">
                  <span className="font-medium">{name}</span>
                  <span className="text-sm text-muted-foreground">{role}</span>
                </span>
              </div>
              <p className="text-sm text-muted-foreground max-sm:col-span-2 max-sm:line-clamp-2 max-sm:pl-13">
                {catalog[key].work}
              </p>
              {/* On phones it is next to the name, which is its label there. */}
              <div className="max-sm:col-start-2 max-sm:row-start-1 max-sm:self-center max-sm:[&_label]:sr-only">
                <Switch
                  label={`Use ${name}`}
                  checked={is_active}
                  onChange={(is_active) => change.mutate({ studio_id, key, is_active })}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
