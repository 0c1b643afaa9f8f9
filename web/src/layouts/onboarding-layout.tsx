import { Outlet } from 'react-router'
import { onlyWithoutRole } from '../guards.ts'
import { PlainFrame } from './public/plain-frame.tsx'

export const clientLoader = onlyWithoutRole

/** For people who have signed in and hold no role yet. */
export default function OnboardingLayout() {
  return (
    <PlainFrame>
      <Outlet />
    </PlainFrame>
  )
}
