import { useQuery } from '@tanstack/react-query'
import { Fingerprint, LifeBuoy, MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { accountQuery, type Factor, useChallenge, useConfirmCode, useConfirmPasskey } from '../api.ts'
import { CodeEntry } from '../shared/code-entry.tsx'
import { factorProblem, hidden, nameOf } from '../shared/wording.ts'
import { RecoveryCodeEntry } from './recovery-code-entry.tsx'

type Confirming = { factor: Factor; onConfirmed: () => void }

/** Confirms with one of the factors that the person has; which one is theirs to choose. */
export function FactorChallenge({ onConfirmed }: { onConfirmed: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery())
  // Who is asked has a factor: what was read before it came is no answer while it is read again.
  const isOld = isFetching && data?.factors.length === 0
  const account = { data: isOld ? undefined : data, error, isFetching, refetch }
  return (
    <QueryView query={account} loadingText="Looking up how you confirm..." skeleton={<Skeleton className="h-32" />}>
      {({ factors, hasRecoveryCodes }) => (
        <Choice factors={factors} hasRecoveryCodes={hasRecoveryCodes} onConfirmed={onConfirmed} />
      )}
    </QueryView>
  )
}

const RECOVERY = 'recovery-code'

type ChoiceProps = { factors: readonly Factor[]; hasRecoveryCodes: boolean; onConfirmed: () => void }

function Choice({ factors, hasRecoveryCodes, onConfirmed }: ChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const isRecovering = chosen === RECOVERY
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0]
  if (!factor)
    return <p className="text-sm text-muted-foreground">There is no second factor on this account any more.</p>
  const others = isRecovering ? factors : factors.filter(({ id }) => id !== factor.id)
  const offersCode = hasRecoveryCodes && !isRecovering
  return (
    <div className="grid gap-5">
      {isRecovering ? (
        <RecoveryCodeEntry onConfirmed={onConfirmed} />
      ) : (
        <OneFactor key={factor.id} factor={factor} onConfirmed={onConfirmed} />
      )}
      {(others.length > 0 || offersCode) && (
        <div className="grid gap-2 border-t border-border pt-4">
          <p className="text-sm text-muted-foreground">Or confirm in another way</p>
          {others.map((other) => (
            <Button key={other.id} look="secondary" className="justify-start" onClick={() => setChosen(other.id)}>
              <FactorIcon factor={other} />
              {nameOf(other)}
            </Button>
          ))}
          {offersCode && (
            <Button look="secondary" className="justify-start" onClick={() => setChosen(RECOVERY)}>
              <LifeBuoy aria-hidden />
              Use a recovery code
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function OneFactor(confirming: Confirming) {
  if (confirming.factor.factor_type === 'webauthn') return <WithPasskey {...confirming} />
  return confirming.factor.factor_type === 'phone' ? <WithPhone {...confirming} /> : <WithApp {...confirming} />
}

const icons = { totp: Smartphone, phone: MessageSquare, webauthn: Fingerprint }

export function FactorIcon({ factor }: { factor: Pick<Factor, 'factor_type'> }) {
  const Icon = icons[factor.factor_type]
  return <Icon aria-hidden />
}

function WithApp({ factor, onConfirmed }: Confirming) {
  const confirm = useConfirmCode()
  return (
    <CodeEntry
      label="Six-digit code"
      hint={`From your authenticator app${factor.friendly_name ? ` (${factor.friendly_name})` : ''}.`}
      refused={confirm.error && factorProblem(confirm.error)}
      pending={confirm.isPending}
      submit="Confirm"
      onCode={(code) =>
        confirm.mutate({ factorId: factor.id, challengeId: null, code }, { onSuccess: () => onConfirmed() })
      }
    />
  )
}

function WithPhone({ factor, onConfirmed }: Confirming) {
  const challenge = useChallenge()
  const confirm = useConfirmCode()
  const send = () => challenge.mutate({ factorId: factor.id })
  const to = factor.phone ? ` to ${hidden(factor.phone)}` : ''
  const failed = challenge.error && (
    <p role="alert" className="text-sm text-cancelled">
      {factorProblem(challenge.error)}
    </p>
  )
  const sent = challenge.data
  if (!sent) {
    return (
      <div className="grid gap-3">
        <Button data-autofocus onClick={send} pending={challenge.isPending} pendingText="Sending...">
          Text me a code{to}
        </Button>
        {failed}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <CodeEntry
        label="Six-digit code"
        hint={`We have sent it${to}.`}
        refused={confirm.error && factorProblem(confirm.error)}
        pending={confirm.isPending}
        submit="Confirm"
        onCode={(code) =>
          confirm.mutate({ factorId: factor.id, challengeId: sent.id, code }, { onSuccess: () => onConfirmed() })
        }
      />
      <Button look="link" size="small" onClick={send} pending={challenge.isPending} pendingText="Sending...">
        Send another code
      </Button>
      {failed}
    </div>
  )
}

function WithPasskey({ factor, onConfirmed }: Confirming) {
  const confirm = useConfirmPasskey()
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted-foreground">
        Your browser asks for {nameOf(factor)}: a fingerprint, your face, a PIN or a security key.
      </p>
      <Button
        data-autofocus
        onClick={() => confirm.mutate({ factorId: factor.id }, { onSuccess: () => onConfirmed() })}
        pending={confirm.isPending}
        pendingText="Waiting for your passkey..."
      >
        <FactorIcon factor={factor} />
        Use passkey
      </Button>
      {confirm.error && (
        <p role="alert" className="text-sm text-cancelled">
          {factorProblem(confirm.error)}
        </p>
      )}
    </div>
  )
}
