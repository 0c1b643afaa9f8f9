import type { ReactNode } from 'react'
import { AuthPanel, type PanelStudio } from './auth-panel.tsx'

type FrameProps = { studio: PanelStudio | null; mark: ReactNode; children: ReactNode; footer?: ReactNode }

/**
 * A picture of the studio, and one form beside it or, on phones, below it. The form starts at the same height on every page, so
 * that nothing moves from one step to the next, or while a slow phone paints the page in parts.
 */
export function AuthFrame({ studio, mark, children, footer }: FrameProps) {
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr] lg:grid-cols-2 lg:grid-rows-1">
      <AuthPanel studio={studio} mark={mark} />
      {/* On phones a sheet over the lower edge of the picture. */}
      <div className="relative grid grid-cols-1 content-start max-lg:-mt-4 max-lg:rounded-t-md max-lg:bg-background">
        <main className="mx-auto grid w-full max-w-md grid-cols-1 content-start gap-6 px-5 pt-8 pb-16 lg:px-4 lg:pt-[max(2rem,20dvh)]">
          {children}
        </main>
        {footer && <div className="absolute inset-x-0 bottom-2 px-4">{footer}</div>}
      </div>
    </div>
  )
}
