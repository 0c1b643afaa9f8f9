import type { WebhookWithSecret } from '@studiohub/contract/features/webhooks/schema.ts'
import { FORMER_SECRET_HOURS } from '@studiohub/contract/features/webhooks/words.ts'
import { Button } from '#ui/button.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Dialog } from '#ui/dialog.tsx'

type SecretDialogProps = { webhook: WebhookWithSecret; onClose: () => void }

/** Shows a new secret, once. */
export function SecretDialog({ webhook, onClose }: SecretDialogProps) {
  const { label, secret, former_until } = webhook
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Secret of ${label}`}
      description="Copy it now: it is shown only once. Your server uses it to check that a call comes from us."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-3">
        <CopyText label="Secret" text={secret} value={secret} copiedText="Secret copied to clipboard" />
        {former_until && (
          <p className="text-sm text-muted-foreground">
            The previous secret also works for {FORMER_SECRET_HOURS} hours, so that you can replace it without missing
            an event.
          </p>
        )}
      </div>
    </Dialog>
  )
}
