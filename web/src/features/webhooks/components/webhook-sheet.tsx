import type { Delivery, Webhook, WebhookWithSecret } from '@studiohub/contract/features/webhooks/schema.ts'
import { DELIVERIES_RETENTION_DAYS } from '@studiohub/contract/features/webhooks/words.ts'
import { useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { useDeleteWebhook, useDeliveries, useRotateSecret, useTestWebhook } from '../api.ts'
import { deliveryState, describeAnswer, eventLabel } from '../model/webhook-text.ts'
import { DeliveryView } from './delivery-view.tsx'

type WebhookSheetProps = {
  webhook: Webhook
  timezone: string
  onSecret: (webhook: WebhookWithSecret) => void
  onClose: () => void
}

/** A webhook's deliveries and the responses to them, with buttons for a test, a new secret and its deletion. */
export function WebhookSheet({ webhook, timezone, onSecret, onClose }: WebhookSheetProps) {
  const deliveries = useDeliveries(webhook.id)
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={webhook.label}
      subtitle={`Events of the last ${DELIVERIES_RETENTION_DAYS} days`}
      footer={<Actions webhook={webhook} onSecret={onSecret} onClose={onClose} />}
    >
      <QueryView
        query={deliveries}
        loadingText="Loading events..."
        errorTitle="Failed to load the events"
        empty={<p className="text-sm text-muted-foreground">No events yet. Send a test to see what arrives.</p>}
      >
        {(rows) => (
          <div className="grid gap-4">
            <ul aria-label="Events" className="grid divide-y divide-border">
              {rows.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} timezone={timezone} />
              ))}
            </ul>
            <ShowMore list={deliveries} label="Show older events" />
          </div>
        )}
      </QueryView>
    </SideSheet>
  )
}

function Actions({ webhook, onSecret, onClose }: Omit<WebhookSheetProps, 'timezone'>) {
  const { id } = webhook
  const test = useTestWebhook()
  const rotate = useRotateSecret()
  const remove = useDeleteWebhook()
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        trigger="Delete"
        title={`Delete ${webhook.label}`}
        description="Its server gets no more events, and the list of events is deleted. This action cannot be undone."
        cancelLabel="Keep webhook"
        confirmLabel="Delete webhook"
        isPending={remove.isPending}
        onConfirm={() => remove.mutateAsync({ id }).then(onClose)}
      />
      <ConfirmButton
        trigger="New secret"
        title="New secret"
        description="We sign with the new secret and, for 24 hours, also with the current one."
        cancelLabel="Keep secret"
        confirmLabel="Create a new secret"
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutateAsync({ id }).then(onSecret)}
      />
      <Button onClick={() => test.mutate({ id })} pending={test.isPending} pendingText="Sending...">
        Send a test
      </Button>
    </div>
  )
}

function DeliveryRow({ delivery, timezone }: { delivery: Delivery; timezone: string }) {
  const [open, setOpen] = useState(false)
  const state = deliveryState(delivery)
  return (
    <li className="grid gap-3 py-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid cursor-pointer gap-0.5 text-left"
      >
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{eventLabel(delivery.event)}</span>
          <Badge tone={state.tone}>{state.text}</Badge>
        </span>
        <span className="text-sm text-muted-foreground">{describeAnswer(delivery)}</span>
        <span className="text-sm text-muted-foreground">
          {formatDateTime(delivery.at, timezone)}
          {delivery.next_at && `. Next attempt ${formatDateTime(delivery.next_at, timezone)}`}
        </span>
      </button>
      {open && <DeliveryView id={delivery.id} />}
    </li>
  )
}
