import { useQuery } from '@tanstack/react-query'
import { Fingerprint, LifeBuoy, MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { accountQuery, type Factor, useChallenge, useConfirmCode, useConfirmKey } from '../api.ts'
import { CodeEntry } from '../shared/code-entry.tsx'
import { describeFactorError, getFactorName, maskPhone } from '../shared/wording.ts'
import { RecoveryCodeEntry } from './recovery-code-entry.tsx'

type ChallengeProps = { factor: Factor; onConfirmed: () => void }

/** Confirms with one of the user's factors; the user chooses which. */
export function FactorChallenge({ onConfirmed }: { onConfirmed: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery())
  // An empty result is outdated, because the user has a factor. The loading state stays until the refetch.
  const isOutdated = isFetching && data?.factors.length === 0
  const account = { data: isOutdated ? undefined : data, error, isFetching, refetch }
  return (
    <QueryView query={account} loadingText="Loading your second factors..." skeleton={<Skeleton className="h-32" />}>
      {({ factors, hasRecoveryCodes }) => (
        <FactorChoice factors={factors} hasRecoveryCodes={hasRecoveryCodes} onConfirmed={onConfirmed} />
      )}
    </QueryView>
  )
}

const RECOVERY = 'recovery-code'

type ChoiceProps = { factors: readonly Factor[]; hasRecoveryCodes: boolean; onConfirmed: () => void }

function FactorChoice({ factors, hasRecoveryCodes, onConfirmed }: ChoiceProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const isRecovering = chosenId === RECOVERY
  const factor = factors.find(({ id }) => id === chosenId) ?? factors[0]
  if (!factor) return <p className="text-sm text-muted-foreground">This account no longer has a second factor.</p>
  const others = isRecovering ? factors : factors.filter(({ id }) => id !== factor.id)
  const offersCode = hasRecoveryCodes && !isRecovering
  return (
    <div className="grid gap-5">
      {isRecovering ? (
        <RecoveryCodeEntry onConfirmed={onConfirmed} />
      ) : (
        <Challenge key={factor.id} factor={factor} onConfirmed={onConfirmed} />
      )}
      {(others.length > 0 || offersCode) && (
        <div className="grid gap-2 border-t border-border pt-4">
          <p className="text-sm text-muted-foreground">Or confirm in another way</p>
          {others.map((otherFactor) => (
            <Button
              key={otherFactor.id}
              look="secondary"
              className="justify-start"
              onClick={() => setChosenId(otherFactor.id)}
            >
              <FactorIcon factor={otherFactor} />
              {getFactorName(otherFactor)}
            </Button>
          ))}
          {offersCode && (
            <Button look="secondary" className="justify-start" onClick={() => setChosenId(RECOVERY)}>
              <LifeBuoy aria-hidden />
              Use a recovery code
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Challenge(props: ChallengeProps) {
  if (props.factor.factor_type === 'webauthn') return <KeyChallenge {...props} />
  return props.factor.factor_type === 'phone' ? <PhoneChallenge {...props} /> : <AppChallenge {...props} />
}

const icons = { totp: Smartphone, phone: MessageSquare, webauthn: Fingerprint }

export function FactorIcon({ factor }: { factor: Pick<Factor, 'factor_type'> }) {
  const Icon = icons[factor.factor_type]
  return <Icon aria-hidden />
}

function AppChallenge({ factor, onConfirmed }: ChallengeProps) {
  const confirm = useConfirmCode()
  return (
    <CodeEntry
      label="Six-digit code"
      hint={`From your authenticator app${factor.friendly_name ? ` (${factor.friendly_name})` : ''}.`}
      serverError={confirm.error && describeFactorError(confirm.error)}
      pending={confirm.isPending}
      submit="Confirm"
      onCode={(code) =>
        confirm.mutate({ factorId: factor.id, challengeId: null, code }, { onSuccess: () => onConfirmed() })
      }
    />
  )
}

function PhoneChallenge({ factor, onConfirmed }: ChallengeProps) {
  const challenge = useChallenge()
  const confirm = useConfirmCode()
  const send = () => challenge.mutate({ factorId: factor.id })
  const recipient = factor.phone ? ` to ${maskPhone(factor.phone)}` : ''
  const errorMessage = challenge.error && (
    <p role="alert" className="text-sm text-cancelled">
      {describeFactorError(challenge.error)}
    </p>
  )
  const challengeData = challenge.data
  if (!challengeData) {
    return (
      <div className="grid gap-3">
        <Button data-autofocus onClick={send} pending={challenge.isPending} pendingText="Sending...">
          Text me a code{recipient}
        </Button>
        {errorMessage}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <CodeEntry
        label="Six-digit code"
        hint={`We sent it${recipient}.`}
        serverError={confirm.error && describeFactorError(confirm.error)}
        pending={confirm.isPending}
        submit="Confirm"
        onCode={(code) =>
          confirm.mutate(
            { factorId: factor.id, challengeId: challengeData.id, code },
            { onSuccess: () => onConfirmed() },
          )
        }
      />
      <Button look="link" size="small" onClick={send} pending={challenge.isPending} pendingText="Sending...">
        Send another code
      </Button>
      {errorMessage}
    </div>
  )
}

function KeyChallenge({ factor, onConfirmed }: ChallengeProps) {
  const confirm = useConfirmKey()
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted-foreground">
        Your browser asks for {getFactorName(factor)}: a fingerprint, your face, a PIN or a security key.
      </p>
      <Button
        data-autofocus
        onClick={() => confirm.mutate({ factorId: factor.id }, { onSuccess: () => onConfirmed() })}
        pending={confirm.isPending}
        pendingText="Waiting for your key..."
      >
        <FactorIcon factor={factor} />
        Use security key
      </Button>
      {confirm.error && (
        <p role="alert" className="text-sm text-cancelled">
          {describeFactorError(confirm.error)}
        </p>
      )}
    </div>
  )
}
