import type { ReactNode } from 'react'
import { useTitle } from '#ui/page.tsx'

type AuthCardProps = { title: string; subtitle?: string; owner: string; children: ReactNode; footer?: ReactNode }

/** The content of an auth page: title, form and footer links. `AuthFrame` gives it its background. */
export function AuthCard({ title, subtitle, owner, children, footer }: AuthCardProps) {
  useTitle(`${title} - ${owner}`)
  return (
    <div className="grid grid-cols-1 gap-6 lg:gap-8">
      <div className="grid grid-cols-1 gap-1 lg:gap-2">
        <h1 className="text-xl font-semibold text-balance lg:text-[2rem] lg:leading-tight lg:tracking-tight">
          {title}
        </h1>
        {subtitle && <p className="text-muted-foreground">{subtitle}</p>}
      </div>
      {children}
      {footer && <p className="text-sm text-muted-foreground">{footer}</p>}
    </div>
  )
}

/** The style of a link inside a sentence. */
export const inlineLink = 'font-medium text-link underline-offset-4 hover:underline'
