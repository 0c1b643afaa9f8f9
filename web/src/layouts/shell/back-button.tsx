import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '#ui/button.tsx'

/** The number of pages that the user can go back, as the router counts them. */
function countPreviousPages(): number {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
}

/** Whether this window belongs to the installed app. */
const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches

/** Goes back in the installed app on a phone, which shows no browser buttons. */
export function BackButton() {
  // Renders again when the address changes, because the number of pages changes with it.
  useLocation()
  const navigate = useNavigate()
  if (!isInstalled() || countPreviousPages() === 0) return null
  return (
    <span className="grid md:hidden">
      <IconButton name="Back" onClick={() => navigate(-1)}>
        <ArrowLeft aria-hidden />
      </IconButton>
    </span>
  )
}
