import { computeUndoDeadline } from '@studiohub/contract/features/imports/rules.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useImports, useInviteClients, useUndoImport } from '../api.ts'

/** The newest imports that are not undone. Renders nothing if there are none. */
export function ImportsCard({ studio }: { studio: { id: string; timezone: string } }) {
  const imports = useImports(studio.id)
  const undo = useUndoImport()
  const now = useNow()
  const invite = useInviteClients()
  const openImports = (imports.data ?? []).filter(({ undone_at }) => undone_at === null)
  if (openImports.length === 0) return null
  return (
    <Card title="Imports">
      <ul className="grid gap-3">
        {openImports.map(({ id, created, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <span>
              {`${created.toLocaleString('en')} ${created === 1 ? 'client' : 'clients'}, ${formatDateTime(created_at, studio.timezone)}`}
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                look="secondary"
                size="small"
                aria-label={`Invite all of the import of ${formatDateTime(created_at, studio.timezone)}`}
                pending={invite.isPending && invite.variables?.import_id === id}
                pendingText="Inviting..."
                onClick={() => invite.mutate({ studio_id: studio.id, import_id: id })}
              >
                Invite all
              </Button>
              {Date.parse(computeUndoDeadline(created_at)) > now.getTime() && (
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Undo the import of ${formatDateTime(created_at, studio.timezone)}`}
                  pending={undo.isPending && undo.variables?.id === id}
                  pendingText="Undoing..."
                  onClick={() => undo.mutate({ studio_id: studio.id, id })}
                >
                  Undo
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
