import type { ApiKeyWithSecret } from '@studiohub/contract/features/api-keys/schema.ts'
import { Button } from '#ui/button.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Shows the secret of a new key. It cannot be shown again. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyWithSecret; onClose: () => void }) {
  const { label, secret } = apiKey
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Key of ${label}`}
      description="Copy it now: it is shown only once. Keep it on your server, never in a web page or an app."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <CopyText label="API key" text={secret} value={secret} copiedText="API key copied to clipboard" />
    </Dialog>
  )
}
