import type { Import } from '@studiohub/contract/features/imports/schema.ts'
import { formatImportCount } from '@studiohub/contract/features/imports/words.ts'
import { useState } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateOf, formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useImports, useUndoImport } from '../api.ts'

type Studio = { id: string; timezone: string }

/** The newest imports, which can be undone for some days. Renders nothing if there are none. */
export function ImportsList({ studio }: { studio: Studio }) {
  const imports = useImports(studio.id)
  if (!imports.data?.length) return null
  return (
    <Card title="Earlier imports">
      <ul className="grid gap-3">
        {imports.data.map((item) => (
          <ImportRow key={item.id} item={item} studio={studio} />
        ))}
      </ul>
    </Card>
  )
}

function ImportRow({ item, studio }: { item: Import; studio: Studio }) {
  const [isOpen, setIsOpen] = useState(false)
  const undo = useUndoImport(item.kind)
  const now = useNow()
  const { id, kind, created, created_clients, created_at, undone_at, undo_until } = item
  const createdText = formatDateTime(created_at, studio.timezone)
  const contentText = [
    formatImportCount(created, kind),
    created_clients > 0 && formatImportCount(created_clients, 'clients'),
  ]
    .filter(Boolean)
    .join(' and ')
  const canUndo = undone_at === null && Date.parse(undo_until) > now.getTime()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <span className="grid gap-0.5">
        <span className="font-medium">{contentText}</span>
        <span className="text-muted-foreground">
          {undone_at === null ? createdText : `${createdText}, undone ${formatDateTime(undone_at, studio.timezone)}`}
        </span>
      </span>
      {canUndo && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Undo the import of ${createdText}`}
          onClick={() => setIsOpen(true)}
        >
          Undo
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        title="Undo this import?"
        description={`It added ${contentText}. Everything is deleted, except what was changed or used since. This is possible until ${formatDateOf(undo_until, studio.timezone)}.`}
        cancelLabel="Keep them"
        confirmLabel="Undo import"
        pendingLabel="Undoing..."
        isPending={undo.isPending}
        onConfirm={() => undo.mutate({ studio_id: studio.id, id }, { onSettled: () => setIsOpen(false) })}
        onClose={() => setIsOpen(false)}
      />
    </li>
  )
}
