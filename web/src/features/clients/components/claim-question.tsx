import type { ClaimOffer, OwnClaim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useClaim, useClaimOffers } from '../api.ts'

/** Asks a client whether a record of the studio belongs to them, or shows their open claim. Otherwise renders nothing. */
export function ClaimQuestion() {
  const claims = useClaimOffers()
  const [offer] = claims.data?.items ?? []
  const [openClaim] = claims.data?.open ?? []
  if (openClaim) return <OpenClaim claim={openClaim} />
  return offer ? <Question key={offer.client_id} offer={offer} /> : null
}

/** The times of upcoming sessions. Everything else about them is hidden until the studio accepts the claim. */
function OpenClaim({ claim: { studio_name, timezone, sessions } }: { claim: OwnClaim }) {
  return (
    <Card
      title={`${studio_name} is checking your request`}
      description={`When ${studio_name} confirms, your sessions, files and messages appear here. Until then, contact ${studio_name} to change a session.`}
    >
      {sessions.length > 0 && (
        <section aria-label="Your upcoming sessions" className="grid gap-2 text-sm">
          <h3 className="font-medium">Your upcoming sessions</h3>
          <ul className="grid gap-1">
            {sessions.map(({ starts_at }) => (
              <li key={starts_at}>{formatDateTime(starts_at, timezone)}</li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

function Question({ offer: { client_id, studio_name, first_name } }: { offer: ClaimOffer }) {
  const claim = useClaim(studio_name)
  const isAnswered = claim.isPending || claim.isSuccess
  const sendAnswer = (is_me: boolean) => !isAnswered && claim.mutate({ client_id, is_me })
  return (
    <Card
      title={
        first_name
          ? `Are you ${first_name}, a client of ${studio_name}?`
          : `Are you already a client of ${studio_name}?`
      }
      description={`${studio_name} has your email address on file. If that is you, you can see the times of your upcoming sessions. Everything else appears once the studio has confirmed.`}
    >
      <div className="flex flex-wrap gap-2">
        <Button pending={isAnswered && claim.variables?.is_me === true} onClick={() => sendAnswer(true)}>
          Yes, I am
        </Button>
        <Button
          look="secondary"
          pending={isAnswered && claim.variables?.is_me === false}
          onClick={() => sendAnswer(false)}
        >
          No
        </Button>
      </div>
    </Card>
  )
}
