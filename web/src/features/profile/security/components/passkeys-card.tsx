import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#features/profile/api.ts'
import { getSignInOffer } from '#lib/page/sign-in-offer.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { usePasskeys, useRemovePasskey } from '../api.ts'
import { AddPasskey } from './add-passkey.tsx'
import { Row, Rows } from './rows.tsx'

/** The user's passkeys, which open the account without the password. */
export function PasskeysCard() {
  const [isAdding, setIsAdding] = useState(false)
  const passkeys = usePasskeys()
  const { email_proven } = useMe().user
  if (!getSignInOffer().passkeys) return null
  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, face or device PIN instead of your password. A passkey can't be guessed, and it does not work on a fake website."
    >
      <QueryView query={passkeys} loadingText="Loading passkeys..." errorTitle="Failed to load passkeys">
        {(rows) => (
          <>
            {rows.length > 0 && (
              <Rows label="Passkeys">
                {rows.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </Rows>
            )}
            {email_proven ? (
              <div>
                <Button look="secondary" onClick={() => setIsAdding(true)}>
                  <KeyRound aria-hidden />
                  Add passkey
                </Button>
              </div>
            ) : (
              <p className="text-sm text-muted-foreground">Confirm your email address first, under "Second factor".</p>
            )}
            {isAdding && (
              <AddPasskey
                existingNames={rows.map(({ friendly_name = '' }) => friendly_name)}
                onClose={() => setIsAdding(false)}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

type Passkey = NonNullable<ReturnType<typeof usePasskeys>['data']>[number]

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const remove = useRemovePasskey()
  const { id, created_at, last_used_at } = passkey
  const name = passkey.friendly_name || 'Passkey'
  const used = last_used_at ? `last used ${formatDateTime(last_used_at)}` : 'not used yet'
  return (
    <Row
      icon={KeyRound}
      title={name}
      text={`Added ${formatDateTime(created_at)}, ${used}`}
      action={
        <ConfirmButton
          size="small"
          trigger={`Remove ${name}`}
          title="Remove passkey"
          description={`You can no longer sign in with ${name}. Other devices that it signed in are signed out.`}
          cancelLabel="Cancel"
          confirmLabel="Remove"
          isPending={remove.isPending}
          onConfirm={() => remove.mutateAsync({ passkeyId: id })}
        />
      }
    />
  )
}
