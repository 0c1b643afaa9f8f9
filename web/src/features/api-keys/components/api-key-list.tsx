import type { ApiKey, ApiKeyWithSecret } from '@studiohub/contract/features/api-keys/schema.ts'
import { API_KEYS_MAX } from '@studiohub/contract/features/api-keys/words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound, Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useRevokeApiKey } from '../api.ts'
import { describeEnd, describeScopes } from '../model/api-key-text.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type ApiKeyListProps = {
  title: string
  description: string
  /** Null: keys of the person. */
  studio_id: string | null
  timezone?: string | undefined
  keys: UseQueryResult<ApiKey[]>
}

/** API keys with their permissions and last use. */
export function ApiKeyList({ title, description, studio_id, timezone, keys }: ApiKeyListProps) {
  const [editing, setEditing] = useState<{ apiKey: ApiKey | null } | null>(null)
  const [created, setCreated] = useState<ApiKeyWithSecret | null>(null)
  const now = new Date()
  const active = keys.data?.filter((key) => describeEnd(key, now) === null) ?? []
  const add = (
    <Button look="secondary" disabled={active.length >= API_KEYS_MAX} onClick={() => setEditing({ apiKey: null })}>
      Make an API key
    </Button>
  )
  return (
    <Card title={title} description={description} action={keys.data && keys.data.length > 0 && add}>
      <QueryView
        query={keys}
        loadingText="Loading API keys..."
        errorTitle="Failed to load API keys"
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet" action={add}>
            Let a website or another program book and read with our API.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label={title} className="grid divide-y divide-border">
            {rows.map((apiKey) => (
              <ApiKeyRow key={apiKey.id} {...{ apiKey, timezone, now }} onEdit={() => setEditing({ apiKey })} />
            ))}
          </ul>
        )}
      </QueryView>
      {editing && (
        <ApiKeyDialog
          studio_id={studio_id}
          {...editing}
          onCreated={(apiKey) => {
            setEditing(null)
            setCreated(apiKey)
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {created && <NewKeyDialog apiKey={created} onClose={() => setCreated(null)} />}
    </Card>
  )
}

type ApiKeyRowProps = { apiKey: ApiKey; timezone: string | undefined; now: Date; onEdit: () => void }

function ApiKeyRow({ apiKey, timezone, now, onEdit }: ApiKeyRowProps) {
  const revoke = useRevokeApiKey()
  const [isAsking, setIsAsking] = useState(false)
  const { id, label, prefix, scopes, ends_at, last_used_at, is_personal, maker_name } = apiKey
  const end = describeEnd(apiKey, now)
  const used = last_used_at ? `Last used ${formatDateTime(last_used_at, timezone)}` : 'Not used yet'
  const until = ends_at ? `, until ${formatDateTime(ends_at, timezone)}` : ''
  const maker = !is_personal && maker_name ? `, made by ${maker_name}` : ''
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{label}</span>
          <code className="text-sm text-muted-foreground">{prefix}…</code>
          {end && <Badge tone="cancelled">{end}</Badge>}
        </span>
        <span className="text-sm text-muted-foreground">{describeScopes(scopes)}</span>
        <span className="text-sm text-muted-foreground">
          {used}
          {until}
          {maker}
        </span>
      </div>
      {end === null && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <IconButton name={`Edit ${label}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <Button look="secondary" size="small" aria-label={`Revoke ${label}`} onClick={() => setIsAsking(true)}>
            Revoke
          </Button>
          <ConfirmDialog
            open={isAsking}
            title={`Revoke ${label}`}
            description="Programs that use this key stop working at once. You can't undo this."
            cancelLabel="Keep it"
            confirmLabel="Revoke key"
            pendingLabel="Revoking..."
            isPending={revoke.isPending}
            onConfirm={() => revoke.mutate({ id }, { onSuccess: () => setIsAsking(false) })}
            onClose={() => setIsAsking(false)}
          />
        </div>
      )}
    </li>
  )
}
