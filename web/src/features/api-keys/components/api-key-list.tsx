import type { ApiKey, ApiKeyWithSecret } from '@studiohub/contract/features/api-keys/schema.ts'
import { API_KEYS_MAX } from '@studiohub/contract/features/api-keys/words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { AddButton } from '#ui/add-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useRevokeApiKey } from '../api.ts'
import { describeEnd, describeScopes } from '../model/api-key-text.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type ApiKeyListProps = {
  title: string
  description: string
  /** Null for the personal keys of the current user. */
  studio_id: string | null
  timezone?: string | undefined
  keys: UseQueryResult<ApiKey[]>
}

/** API keys with their permissions and last use. */
export function ApiKeyList({ title, description, studio_id, timezone, keys }: ApiKeyListProps) {
  // The open form; with `apiKey: null` it creates a key.
  const [openForm, setOpenForm] = useState<{ apiKey: ApiKey | null } | null>(null)
  const [createdKey, setCreatedKey] = useState<ApiKeyWithSecret | null>(null)
  const now = new Date()
  const activeKeys = keys.data?.filter((key) => describeEnd(key, now) === null) ?? []
  const add = (
    <AddButton disabled={activeKeys.length >= API_KEYS_MAX} onClick={() => setOpenForm({ apiKey: null })}>
      Create an API key
    </AddButton>
  )
  return (
    <Card title={title} description={description} action={keys.data && add}>
      <QueryView
        query={keys}
        loadingText="Loading API keys..."
        errorTitle="Failed to load API keys"
        empty={<p className="text-sm text-muted-foreground">No API keys yet.</p>}
      >
        {(rows) => (
          <ul aria-label={title} className="grid divide-y divide-border">
            {rows.map((apiKey) => (
              <ApiKeyRow
                key={apiKey.id}
                apiKey={apiKey}
                timezone={timezone}
                now={now}
                onEdit={() => setOpenForm({ apiKey })}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {openForm && (
        <ApiKeyDialog
          studio_id={studio_id}
          {...openForm}
          onCreated={(apiKey) => {
            setOpenForm(null)
            setCreatedKey(apiKey)
          }}
          onClose={() => setOpenForm(null)}
        />
      )}
      {createdKey && <NewKeyDialog apiKey={createdKey} onClose={() => setCreatedKey(null)} />}
    </Card>
  )
}

type ApiKeyRowProps = { apiKey: ApiKey; timezone: string | undefined; now: Date; onEdit: () => void }

function ApiKeyRow({ apiKey, timezone, now, onEdit }: ApiKeyRowProps) {
  const revoke = useRevokeApiKey()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { id, label, prefix, scopes, ends_at, last_used_at, is_personal, maker_name } = apiKey
  const endReason = describeEnd(apiKey, now)
  const lastUse = last_used_at ? `Last used ${formatDateTime(last_used_at, timezone)}` : 'Not used yet'
  const until = ends_at ? `, until ${formatDateTime(ends_at, timezone)}` : ''
  const maker = !is_personal && maker_name ? `, created by ${maker_name}` : ''
  return (
    // On phones the buttons are beside the name, and the facts are below both.
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3 md:grid-rows-[auto_auto]">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="font-medium wrap-anywhere">{label}</span>
        <code className="text-sm text-muted-foreground">{prefix}…</code>
        {endReason && <Badge tone="cancelled">{endReason}</Badge>}
      </span>
      {endReason === null && (
        <div className="flex items-center gap-1 md:row-span-2 md:gap-2">
          <IconButton name={`Edit ${label}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <Button
            look="secondary"
            size="small"
            className="max-md:min-h-11"
            aria-label={`Revoke ${label}`}
            onClick={() => setIsDialogOpen(true)}
          >
            Revoke
          </Button>
          <ConfirmDialog
            open={isDialogOpen}
            title={`Revoke ${label}`}
            description="Programs that use this key stop working at once. You can't undo this."
            cancelLabel="Keep it"
            confirmLabel="Revoke key"
            pendingLabel="Revoking..."
            isPending={revoke.isPending}
            onConfirm={() => revoke.mutate({ id }, { onSuccess: () => setIsDialogOpen(false) })}
            onClose={() => setIsDialogOpen(false)}
          />
        </div>
      )}
      <span className="grid gap-0.5 text-sm text-muted-foreground max-md:col-span-full md:col-start-1 md:row-start-2">
        <span>{describeScopes(scopes)}</span>
        <span>
          {lastUse}
          {until}
          {maker}
        </span>
      </span>
    </li>
  )
}
