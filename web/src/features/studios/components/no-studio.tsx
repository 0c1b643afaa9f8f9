import { Building2 } from 'lucide-react'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'

type NoStudioProps = { page?: string; title?: string; children?: string }

/** The sentence of spec section 8. */
export const noStudioHelp = 'Please contact an administrator to assign you to a studio.'

/** Shown to people whose role has no studio; a super admin can create one (spec sections 2 and 8). */
export function NoStudio({ page = 'Dashboard', title = 'No Studio Assigned', children = noStudioHelp }: NoStudioProps) {
  return (
    <Page title={page}>
      <EmptyState icon={Building2} title={title}>
        {children}
      </EmptyState>
    </Page>
  )
}
