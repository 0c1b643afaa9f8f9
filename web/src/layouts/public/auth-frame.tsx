import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'

type FrameProps = {
  studio: Pick<PublicStudio, 'name' | 'tagline' | 'background_image_url'> | null
  mark: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/**
 * One card under a studio's mark. It starts at the same height on every page, so that nothing moves from one step to the next, or
 * while a slow phone paints the page in parts. `data-when` names a field of the studio. If the field is empty, the server removes the
 * element from the prerendered page.
 */
export function AuthFrame({ studio, mark, children, footer }: FrameProps) {
  return (
    <div className="relative grid min-h-dvh">
      {studio?.background_image_url && (
        <picture aria-hidden data-when="background_image_url" className="absolute inset-0 block overflow-hidden">
          <img src={studio.background_image_url} alt="" className="size-full object-cover" />
          <span className="absolute inset-0 bg-background/80" />
        </picture>
      )}
      <main className="relative mx-auto grid w-full max-w-md content-start gap-6 px-4 pt-[max(3rem,9dvh)] pb-12">
        <div className="grid justify-items-center gap-3 text-center">
          {mark}
          <p className="font-display text-lg font-semibold">{studio?.name ?? 'StudioHub'}</p>
          {studio?.tagline && (
            <p data-when="tagline" className="text-sm text-muted-foreground">
              {studio.tagline}
            </p>
          )}
        </div>
        {children}
      </main>
      {footer && <div className="absolute inset-x-0 bottom-2 px-4">{footer}</div>}
    </div>
  )
}
