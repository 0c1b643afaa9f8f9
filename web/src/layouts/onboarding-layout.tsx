import { Outlet } from 'react-router'
import { onlyWithoutRole } from '../guards.ts'
import { PlainFrame } from './public/plain-frame.tsx'

export const clientLoader = onlyWithoutRole

/** For signed-in users without a role. */
export default function OnboardingLayout() {
  return (
    <PlainFrame>
      <div className="md:pt-[max(1rem,9dvh)]">
        <Outlet />
      </div>
    </PlainFrame>
  )
}
