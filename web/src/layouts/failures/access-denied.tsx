import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import { Lock } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useSwitchStudio } from '#features/profile/api.ts'
import type { Denial } from '#guards.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useTitle } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'

/** Spec section 2: the user's role does not allow this page. A client of another studio may join this one. */
export function AccessDenied({ denial: { home, join } }: { denial: Denial }) {
  useTitle('Access Denied - StudioHub')
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-muted text-cancelled">
        <Lock aria-hidden className="size-6" />
      </span>
      <h1 className="text-xl font-semibold">Access Denied</h1>
      <p className="max-w-sm text-muted-foreground">You don't have permission to access this page.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {join && <JoinStudio studio={join} />}
        <ButtonLink look={join ? 'secondary' : 'primary'}>
          <Link to={home}>Go to my home</Link>
        </ButtonLink>
      </div>
      {join && <p className="max-w-sm text-sm text-muted-foreground">{dataSharing(join.name)}</p>}
    </main>
  )
}

function JoinStudio({ studio }: { studio: { id: string; name: string } }) {
  const navigate = useNavigate()
  const join = useSwitchStudio()
  const start = () =>
    join.mutate(
      { studio_id: studio.id },
      {
        onSuccess: ({ status, studio_slug }) => {
          if (status === 'active') return navigate(paths.clientHome(studio_slug))
          toast.info({ title: 'Request sent', description: `${studio.name} will answer it.` })
        },
      },
    )
  return (
    <Button onClick={start} pending={join.isPending} pendingText="Joining...">
      Join {studio.name}
    </Button>
  )
}
