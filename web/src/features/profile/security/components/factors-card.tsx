import { Fingerprint, MessageSquare, ShieldCheck, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Factor } from '#features/auth/factors/api.ts'
import { getFactorKind, getFactorName } from '#features/auth/factors/shared/wording.ts'
import { useMe } from '#features/profile/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useRemoveFactor } from '../api.ts'
import { AddApp } from './add-app.tsx'
import { AddKey } from './add-key.tsx'
import { AddPhone } from './add-phone.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Row, Rows } from './rows.tsx'

const icons = { totp: Smartphone, phone: MessageSquare, webauthn: Fingerprint }

/** The user's second factors, with buttons to add more. */
export function FactorsCard({ factors, hasRecoveryCodes }: { factors: readonly Factor[]; hasRecoveryCodes: boolean }) {
  const [adding, setAdding] = useState<Factor['factor_type'] | null>(null)
  const closeDialog = () => setAdding(null)
  const { email_proven } = useMe().user
  return (
    <Card
      title="Second factor"
      description="Required after your password or passkey, so that a stolen password is not enough."
      action={
        factors.length > 0 && (
          <Badge tone="confirmed" icon={ShieldCheck}>
            On
          </Badge>
        )
      }
    >
      {factors.length > 0 && <FactorRows factors={factors} />}
      <Advice count={factors.length} />
      <RecoveryCodes hasFactors={factors.length > 0} hasCodes={hasRecoveryCodes} />
      {email_proven ? <AddButtons onAdd={setAdding} /> : <ConfirmAddress />}
      {adding === 'totp' && <AddApp existingNames={factors.map(getFactorName)} onClose={closeDialog} />}
      {adding === 'webauthn' && <AddKey existingNames={factors.map(getFactorName)} onClose={closeDialog} />}
      {adding === 'phone' && <AddPhone onClose={closeDialog} />}
    </Card>
  )
}

function AddButtons({ onAdd }: { onAdd: (kind: Factor['factor_type']) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" onClick={() => onAdd('totp')}>
        <Smartphone aria-hidden />
        Add authenticator app
      </Button>
      <Button look="secondary" onClick={() => onAdd('webauthn')}>
        <Fingerprint aria-hidden />
        Add security key
      </Button>
      <Button look="secondary" onClick={() => onAdd('phone')}>
        <MessageSquare aria-hidden />
        Add phone
      </Button>
    </div>
  )
}

function FactorRows({ factors }: { factors: readonly Factor[] }) {
  const remove = useRemoveFactor()
  const isLast = factors.length === 1
  return (
    <Rows label="Second factors">
      {factors.map((factor) => (
        <Row
          key={factor.id}
          icon={icons[factor.factor_type]}
          title={getFactorName(factor)}
          text={`${getFactorKind(factor)}, added ${formatDateTime(factor.created_at)}`}
          action={
            <ConfirmButton
              size="small"
              trigger={`Remove ${getFactorName(factor)}`}
              title="Remove second factor"
              description={
                isLast
                  ? 'This is your only second factor. Without it, your password alone opens this account.'
                  : `You can no longer confirm with ${getFactorName(factor)}.`
              }
              cancelLabel="Cancel"
              confirmLabel="Remove"
              isPending={remove.isPending}
              onConfirm={() => remove.mutateAsync({ factorId: factor.id })}
            />
          }
        />
      ))}
    </Rows>
  )
}

/** Recommends a second factor on another device, which is safer than relying on recovery codes. */
function Advice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-sm text-muted-foreground">
      {count === 1
        ? 'Add a second one on another device, in case you lose the first.'
        : 'If you lose one of them, sign in with another one and remove it here.'}
    </p>
  )
}
