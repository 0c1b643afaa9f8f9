import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '#ui/button.tsx'

/** How many pages lie behind this one, as the router counts them. */
function countPagesBehind(): number {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
}

/** Whether this window is that of the installed app. */
const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches

/** Goes back in the installed app on a phone, which has no buttons of a browser. */
export function BackButton() {
  // The number changes with the address.
  useLocation()
  const navigate = useNavigate()
  if (!isInstalled() || countPagesBehind() === 0) return null
  return (
    <span className="grid md:hidden">
      <IconButton name="Back" onClick={() => navigate(-1)}>
        <ArrowLeft aria-hidden />
      </IconButton>
    </span>
  )
}
