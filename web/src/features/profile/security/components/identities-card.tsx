import { KeyRound, Link2 } from 'lucide-react'
import type { Account } from '#features/auth/factors/api.ts'
import { getSignInOffer } from '#lib/page/sign-in-offer.ts'
import { usePageReturn } from '#lib/page/use-page-return.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useLinkProvider, useUnlinkIdentity } from '../api.ts'
import { Row, Rows } from './rows.tsx'

const getName = (provider: string) =>
  provider === 'email'
    ? 'Email and password'
    : (getSignInOffer().providers.find(({ name }) => name === provider)?.label ?? provider)

/** The user's sign-in methods; the last one cannot be removed. */
export function IdentitiesCard({ account: { identities } }: { account: Account }) {
  const link = useLinkProvider()
  usePageReturn(link.reset)
  const unlink = useUnlinkIdentity()
  const unconnected = getSignInOffer().providers.filter(({ name }) =>
    identities.every(({ provider }) => provider !== name),
  )
  return (
    <Card title="Sign-in methods" description="You can sign in with any of these. You cannot remove the last one.">
      <Rows label="Sign-in methods">
        {identities.map((identity) => {
          const name = getName(identity.provider)
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
      {unconnected.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {unconnected.map(({ name, label }) => (
            <Button
              key={name}
              look="secondary"
              onClick={() => link.mutate({ name })}
              pending={link.variables?.name === name && (link.isPending || link.isSuccess)}
              pendingText="Connecting..."
            >
              <Link2 aria-hidden />
              Connect {label}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
