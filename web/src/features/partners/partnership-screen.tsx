import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { holdsSession } from '../../lib/stored-session.ts'
import { paths } from '../../paths.ts'
import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

/** A signed-in partner has a home of their own (decision 0002); everybody else stays here. */
function usePartnerRedirect() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!holdsSession()) return
    const look = async () => {
      // Loaded only for people who are signed in: the public page stays light.
      const { client } = await import('../../lib/api.ts')
      const me = await client.profile.get()
      if (me.role === 'partner') navigate(paths.partner, { replace: true })
    }
    look().catch(() => undefined)
  }, [navigate])
}

export const meta = () => [
  { title: 'Become a partner - StudioHub' },
  { name: 'description', content: 'Apply for a partnership with StudioHub.' },
]

export default function PartnershipScreen() {
  usePartnerRedirect()
  return <NotBuiltYet title="Become a partner">Here you will be able to apply for a partnership.</NotBuiltYet>
}
