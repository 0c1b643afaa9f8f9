import type { Claim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { useAnswerClaim, useClaims } from '../api.ts'

type ClaimsCardProps = { studio: { id: string; timezone: string } }

/** The open claims of clients. Renders nothing if there are none. */
export function ClaimsCard({ studio }: ClaimsCardProps) {
  const claims = useClaims(studio.id)
  const openClaims = claims.data ?? []
  if (openClaims.length === 0) return null
  return (
    <Card
      title={`Is this your client? (${openClaims.length})`}
      description="They signed up with the confirmed email address of a client you know. They see only the times of their upcoming sessions. If you say yes, they see the whole history."
    >
      <ul className="grid gap-3">
        {openClaims.map((claim) => (
          <Row key={claim.id} claim={claim} studio={studio} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ claim: { id, name, client_name, email, created_at }, studio }: { claim: Claim } & ClaimsCardProps) {
  const answerClaim = useAnswerClaim()
  const isAnswered = answerClaim.isPending || answerClaim.isSuccess
  const send = (approved: boolean) => !isAnswered && answerClaim.mutate({ studio_id: studio.id, id, approved })
  const personName = name ?? email
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3">
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium">{`${personName} says they are ${client_name ?? 'this client'}. Give them access to the history?`}</span>
        <span className="max-w-full text-sm">
          <EmailText>{email}</EmailText>
        </span>
        <span className="text-sm text-muted-foreground">Asked {formatDateTime(created_at, studio.timezone)}</span>
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          aria-label={`Yes, give ${personName} access to the history`}
          pending={isAnswered && answerClaim.variables?.approved === true}
          onClick={() => send(true)}
        >
          Yes
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-label={`No, ${personName} is not this client`}
          pending={isAnswered && answerClaim.variables?.approved === false}
          onClick={() => send(false)}
        >
          No
        </Button>
      </span>
    </li>
  )
}
