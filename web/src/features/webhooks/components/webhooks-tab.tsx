import type { Webhook, WebhookWithSecret } from '@studiohub/contract/features/webhooks/schema.ts'
import { WEBHOOKS_MAX } from '@studiohub/contract/features/webhooks/words.ts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { AddButton } from '#ui/add-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Switch } from '#ui/switch.tsx'
import { useUpdateWebhook, useWebhooks } from '../api.ts'
import { describeEvents } from '../model/webhook-text.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSheet } from './webhook-sheet.tsx'

/** The webhooks of a studio, with their addresses and events. */
export function WebhooksTab({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const webhooks = useWebhooks(studio_id)
  // The open form; with `webhook: null` it adds one.
  const [openForm, setOpenForm] = useState<{ webhook: Webhook | null } | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [webhookWithSecret, setWebhookWithSecret] = useState<WebhookWithSecret | null>(null)
  const openWebhook = webhooks.data?.find(({ id }) => id === openId)
  const isFull = (webhooks.data?.length ?? 0) >= WEBHOOKS_MAX
  const add = (
    <AddButton disabled={isFull} onClick={() => setOpenForm({ webhook: null })}>
      Add a webhook
    </AddButton>
  )
  const showSecret = (webhook: WebhookWithSecret) => {
    setOpenForm(null)
    setWebhookWithSecret(webhook)
  }
  return (
    <Card
      title="Webhooks"
      description="We call your server when something happens in your studio. Every call is signed."
      action={webhooks.data && add}
    >
      <QueryView
        query={webhooks}
        loadingText="Loading webhooks..."
        errorTitle="Failed to load webhooks"
        empty={<p className="text-sm text-muted-foreground">No webhooks yet.</p>}
      >
        {(rows) => (
          <ul aria-label="Webhooks" className="grid divide-y divide-border">
            {rows.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                timezone={timezone}
                onOpen={() => setOpenId(webhook.id)}
                onEdit={() => setOpenForm({ webhook })}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {openForm && (
        <WebhookDialog studio_id={studio_id} {...openForm} onCreated={showSecret} onClose={() => setOpenForm(null)} />
      )}
      {openWebhook && (
        <WebhookSheet
          webhook={openWebhook}
          timezone={timezone}
          onSecret={setWebhookWithSecret}
          onClose={() => setOpenId(null)}
        />
      )}
      {webhookWithSecret && <SecretDialog webhook={webhookWithSecret} onClose={() => setWebhookWithSecret(null)} />}
    </Card>
  )
}

type WebhookRowProps = { webhook: Webhook; timezone: string; onOpen: () => void; onEdit: () => void }

function WebhookRow({ webhook, timezone, onOpen, onEdit }: WebhookRowProps) {
  const update = useUpdateWebhook()
  const { id, label, url, is_active, ended_at, answered_at, version } = webhook
  return (
    // On phones: the texts with the pencil, and below them the events and the switch.
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-3 md:flex">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{label}</span>
          {ended_at && <Badge tone="cancelled">Switched off after errors</Badge>}
        </span>
        <span className="text-sm break-all text-muted-foreground">{url}</span>
        <span className="text-sm text-muted-foreground">
          {describeEvents(webhook)}.{' '}
          {answered_at ? `Last accepted ${formatDateTime(answered_at, timezone)}` : 'No accepted events yet'}
        </span>
      </div>
      <IconButton name={`Edit ${label}`} className="max-md:self-start" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <div className="flex items-center gap-4 max-md:col-span-full max-md:justify-between">
        <Button look="secondary" aria-label={`Events of ${label}`} onClick={onOpen}>
          Events
        </Button>
        <Switch
          label={`${label} is on`}
          checked={is_active}
          disabled={update.isPending}
          onChange={(isOn) => update.mutate({ id, version, is_active: isOn })}
        />
      </div>
    </li>
  )
}
