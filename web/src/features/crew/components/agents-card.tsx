import { agents as catalogue } from '@studiohub/contract/features/assistant/words.ts'
import { Bot } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useAgents, useSwitchAgent } from '../api.ts'

/** The assistants: who is at work, and whom the studio could have as well. */
export function AgentsCard({ studio_id }: { studio_id: string }) {
  const agents = useAgents(studio_id)
  const change = useSwitchAgent(studio_id)
  return (
    <Card title="AI assistants" description="Those that are on work with your crew and your clients.">
      <QueryView query={agents} waiting="Loading assistants..." failed="Failed to load assistants">
        {(rows) => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {rows.map(({ key, name, role, is_active }) => (
              <li key={key} className="grid content-start gap-3 rounded-md border border-border p-4">
                <div className="flex items-start gap-3">
                  <span className="grid size-10 shrink-0 place-items-center rounded-full bg-secondary text-on-secondary">
                    <Bot aria-hidden className="size-5" />
                  </span>
                  <span className="grid flex-1 gap-0.5">
                    <span className="font-medium">{name}</span>
                    <span className="text-sm text-muted-foreground">{role}</span>
                  </span>
                  {is_active ? <Badge tone="confirmed">Active</Badge> : <Badge>Off</Badge>}
                </div>
                <p className="text-sm text-muted-foreground">{catalogue[key].work}</p>
                <Switch
                  label={`${name} works here`}
                  checked={is_active}
                  onChange={(wanted) => change.mutate({ studio_id, key, is_active: wanted })}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
