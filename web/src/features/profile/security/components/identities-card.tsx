import { KeyRound, Link2 } from 'lucide-react'
import type { Account } from '#features/auth/factors/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useLinkGoogle, useUnlinkIdentity } from '../api.ts'
import { Row, Rows } from './rows.tsx'

const names: Record<string, string> = { email: 'Email and password', google: 'Google' }

/** The user's sign-in methods; the last one cannot be removed. */
export function IdentitiesCard({ account: { identities } }: { account: Account }) {
  const link = useLinkGoogle()
  const unlink = useUnlinkIdentity()
  const hasGoogle = identities.some(({ provider }) => provider === 'google')
  return (
    <Card title="Sign-in methods" description="Each of these opens your account. You cannot remove the last one.">
      <Rows label="Sign-in methods">
        {identities.map((identity) => {
          const name = names[identity.provider] ?? identity.provider
          const email: unknown = identity.identity_data?.email
          return (
            <Row
              key={identity.identity_id}
              icon={identity.provider === 'email' ? KeyRound : Link2}
              title={name}
              {...(typeof email === 'string' && { text: email })}
              action={
                identity.provider !== 'email' &&
                identities.length > 1 && (
                  <ConfirmButton
                    size="small"
                    trigger={`Disconnect ${name}`}
                    title={`Disconnect ${name}`}
                    description={`You can no longer sign in with ${name}. You can connect it again at any time.`}
                    cancelLabel="Cancel"
                    confirmLabel="Disconnect"
                    isPending={unlink.isPending}
                    onConfirm={() => unlink.mutateAsync(identity)}
                  />
                )
              }
            />
          )
        })}
      </Rows>
      {!hasGoogle && (
        <div className="grid justify-items-start gap-2">
          <Button
            look="secondary"
            onClick={() => link.mutate()}
            pending={link.isPending || link.data === true}
            pendingText="Connecting..."
          >
            <Link2 aria-hidden />
            Connect Google
          </Button>
          <p role="status" className="text-sm text-muted-foreground empty:hidden">
            {link.data === false && 'Google sign-in is not available here.'}
          </p>
        </div>
      )}
    </Card>
  )
}
