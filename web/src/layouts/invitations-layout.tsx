import { Outlet } from 'react-router'
import { onlySignedIn } from '../guards.ts'
import { PlainFrame } from './public/plain-frame.tsx'

export const clientLoader = onlySignedIn

/** For people who have signed in, whatever they are. */
export default function InvitationsLayout() {
  return (
    <PlainFrame>
      <Outlet />
    </PlainFrame>
  )
}
