import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useResources, useUpdateResource } from '../api.ts'
import { ColorDot, ResourceChip } from './resource-chip.tsx'

/** Archived resources. A restored one is inactive at first. */
export function Archive({ studio_id }: { studio_id: string }) {
  const [isOpen, setOpen] = useState(false)
  const archived = useResources(studio_id, 'archived', isOpen)
  const update = useUpdateResource()
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="rounded-md border border-border p-5">
      <summary className="cursor-pointer text-sm font-medium">Archived</summary>
      <div className="pt-4">
        {isOpen && (
          <QueryView
            query={archived}
            loadingText="Loading the archive..."
            errorTitle="Error loading settings"
            isEmpty={({ items }) => items.length === 0}
            empty={<p className="text-sm text-muted-foreground">Nothing is archived.</p>}
          >
            {({ items }) => (
              <ul aria-label="Archived" className="grid divide-y divide-border">
                {items.map(({ id, kind, color, name }) => (
                  <li key={id} className="flex items-center gap-3 py-3">
                    <span className="relative flex shrink-0">
                      <ResourceChip kind={kind} />
                      <ColorDot color={color} />
                    </span>
                    <span className="min-w-0 flex-1 truncate">{name}</span>
                    <Button
                      look="secondary"
                      size="small"
                      pending={update.isPending && update.variables.id === id}
                      onClick={() => update.mutate({ id, archived: false })}
                    >
                      Bring back
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        )}
      </div>
    </details>
  )
}
