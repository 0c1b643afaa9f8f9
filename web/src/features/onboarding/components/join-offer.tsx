import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import { useNavigate } from 'react-router'
import { getHome } from '#access.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useJoinFromLink, useStudioOfLink } from '../api.ts'

type JoinOfferProps = { slug: string; as: 'client' | 'crew' }

/** Offers to join the studio of the sign-up link. Only a click joins, never the link alone. */
export function JoinOffer({ slug, as }: JoinOfferProps) {
  const studio = useStudioOfLink(slug)
  const join = useJoinFromLink()
  const navigate = useNavigate()
  // If the studio cannot be loaded, the choice below still works.
  if (!studio.data) return null
  const { id, name } = studio.data
  const start = () =>
    join.mutate({ studio: { id, name }, as }, { onSuccess: (me) => navigate(me ? getHome(me) : paths.callback()) })
  return (
    <Card
      title={`Join ${name}`}
      description={
        as === 'crew'
          ? 'Request to join the crew. The studio sees your name and email address.'
          : `Book sessions and follow your projects. ${dataSharing('The studio')}`
      }
    >
      <Button
        className="md:justify-self-start"
        onClick={start}
        pending={join.isPending || join.isSuccess}
        pendingText="Joining..."
      >
        {as === 'crew' ? 'Request to join the crew' : `Join ${name}`}
      </Button>
    </Card>
  )
}
