import { Outlet } from 'react-router'
import { SignOutButton } from '../features/auth/components/sign-out-button.tsx'
import { onlyWithoutRole } from '../guards.ts'
import { StudioMark } from './studio-mark.tsx'
import { useBrand } from './use-brand.ts'

export const clientLoader = onlyWithoutRole

/** For people who have signed in and hold no role yet. */
export default function OnboardingLayout() {
  useBrand(null)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between gap-4 border-b border-border px-4 md:px-8">
        <span className="flex items-center gap-3 font-display font-semibold">
          <StudioMark studio={null} />
          StudioHub
        </span>
        <SignOutButton />
      </header>
      <main className="flex-1">
        <Outlet />
      </main>
    </div>
  )
}
