import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'

type NotFoundTextProps = {
  /** The link home. */
  children: ReactNode
  /** Other links, below the button. */
  links?: ReactNode
}

/** The text of the 404 page (spec section 2). */
export function NotFoundText({ children, links }: NotFoundTextProps) {
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="text-2xl font-semibold text-link">404</p>
      <h1 className="text-xl font-semibold">Oops! Page not found</h1>
      <p className="max-w-sm text-muted-foreground">
        There is nothing at this address. It may have moved, or the link may be wrong.
      </p>
      <ButtonLink className="mt-2 max-md:min-h-11">{children}</ButtonLink>
      {links}
    </div>
  )
}
