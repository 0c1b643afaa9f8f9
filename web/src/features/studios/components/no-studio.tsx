import { Building2 } from 'lucide-react'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'

type NoStudioProps = { page?: string; title?: string; children?: string }

/** Who then can help (spec section 8). */
export const whomToAsk = 'Please contact an administrator to assign you to a studio.'

/** A role without a studio: a super admin can make one so (spec sections 2 and 8). */
export function NoStudio({ page = 'Dashboard', title = 'No Studio Assigned', children = whomToAsk }: NoStudioProps) {
  return (
    <Page title={page}>
      <Empty icon={Building2} title={title}>
        {children}
      </Empty>
    </Page>
  )
}
