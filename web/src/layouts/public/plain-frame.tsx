import type { ReactNode } from 'react'
import { SignOutButton } from '#features/auth/components/sign-out-button.tsx'
import { studioOfDomain } from '#lib/page/page-studio.ts'
import { StudioMark } from './studio-mark.tsx'
import { useBrand } from './use-brand.ts'

/** A page with a logo and a sign-out button, for signed-in pages that belong to no role. */
export function PlainFrame({ children }: { children: ReactNode }) {
  useBrand(null)
  const studio = studioOfDomain()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 w-full max-w-[56rem] items-center justify-between gap-4 px-4 md:px-8">
          <span className="flex items-center gap-3 font-display font-semibold">
            <StudioMark studio={studio} />
            {studio?.name ?? 'StudioHub'}
          </span>
          <SignOutButton />
        </div>
      </header>
      <main className="flex-1">{children}</main>
    </div>
  )
}
