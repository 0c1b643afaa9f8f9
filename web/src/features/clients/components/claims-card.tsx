import type { Claim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { useAnswerClaim, useClaims } from '../api.ts'

type ClaimsCardProps = { studio: { id: string; timezone: string } }

/** The open claims of clients; renders nothing without any. */
export function ClaimsCard({ studio }: ClaimsCardProps) {
  const claims = useClaims(studio.id)
  const open = claims.data ?? []
  if (open.length === 0) return null
  return (
    <Card
      title={`Is this your client? (${open.length})`}
      description="They signed up with the confirmed email address of a client you know. They see only the times of their future sessions. If you say yes, they see the whole history."
    >
      <ul className="grid gap-3">
        {open.map((claim) => (
          <Row key={claim.id} claim={claim} studio={studio} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ claim: { id, name, client_name, email, created_at }, studio }: { claim: Claim } & ClaimsCardProps) {
  const answer = useAnswerClaim()
  const isAnswered = answer.isPending || answer.isSuccess
  const send = (approved: boolean) => !isAnswered && answer.mutate({ studio_id: studio.id, id, approved })
  const who = name ?? email
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3">
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium">{`${who} says they are ${client_name ?? 'this client'}. Open the history?`}</span>
        <span className="max-w-full text-sm">
          <EmailText>{email}</EmailText>
        </span>
        <span className="text-sm text-muted-foreground">Asked {formatDateTime(created_at, studio.timezone)}</span>
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          aria-label={`Yes, open the history to ${who}`}
          pending={isAnswered && answer.variables?.approved === true}
          onClick={() => send(true)}
        >
          Yes
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-label={`No, ${who} is not this client`}
          pending={isAnswered && answer.variables?.approved === false}
          onClick={() => send(false)}
        >
          No
        </Button>
      </span>
    </li>
  )
}
