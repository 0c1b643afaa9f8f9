import { Outlet } from 'react-router'
import { onlySignedIn } from '../guards.ts'
import { PlainFrame } from './public/plain-frame.tsx'

export const clientLoader = onlySignedIn

/** For signed-in users with any role or none. */
export default function InvitationsLayout() {
  return (
    <PlainFrame>
      <Outlet />
    </PlainFrame>
  )
}
