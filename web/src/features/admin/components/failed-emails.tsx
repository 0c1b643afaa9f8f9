import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import { messageLabel } from '@studiohub/contract/features/messages/words.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useRetryEmail } from '../emails-api.ts'

/** The newest failed emails of a studio, each with its error and a retry. */
export function FailedEmails({ emails }: { emails: readonly PlatformMessage[] }) {
  const retry = useRetryEmail()
  return (
    <Card title="Failed emails">
      <ul className="grid divide-y divide-border">
        {emails.map((email) => (
          <li key={email.id} className="flex min-h-14 items-center gap-3 py-2">
            <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
              <p className="truncate">
                <span className="font-medium">{messageLabel(email)}</span>
                {email.recipient_email && <span className="text-muted-foreground"> to {email.recipient_email}</span>}
              </p>
              <p className="truncate text-xs text-muted-foreground">
                <RelativeTime at={email.created_at} />
                {email.last_error && `, ${email.last_error}`}
              </p>
            </div>
            <Button
              size="small"
              look="secondary"
              pending={retry.isPending && retry.variables.id === email.id}
              onClick={() => retry.mutate({ id: email.id })}
            >
              Send again
              <span className="sr-only"> to {email.recipient_email ?? 'the recipient'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
