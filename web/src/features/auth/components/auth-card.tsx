import type { ReactNode } from 'react'
import { useTitle } from '#ui/page.tsx'

type AuthCardProps = { title: string; subtitle?: string; owner: string; children: ReactNode; footer?: ReactNode }

/** The card of an auth page: title, form and footer links. */
export function AuthCard({ title, subtitle, owner, children, footer }: AuthCardProps) {
  useTitle(`${title} - ${owner}`)
  return (
    <div className="grid gap-6 rounded-md border border-border bg-card p-6 shadow-lg md:p-8">
      <div className="grid gap-1 text-center">
        <h1 className="text-xl font-semibold">{title}</h1>
        {subtitle && <p className="text-sm text-muted-foreground">{subtitle}</p>}
      </div>
      {children}
      {footer && <p className="text-center text-sm text-muted-foreground">{footer}</p>}
    </div>
  )
}

/** The style of a link inside a sentence. */
export const inlineLink = 'font-medium text-link underline-offset-4 hover:underline'
