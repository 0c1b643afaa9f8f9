import { Hammer } from 'lucide-react'
import { Page } from './page.tsx'
import { Empty } from './states.tsx'

/** A screen of the route table that is still to come. `npm run check` lists them. */
export function NotBuiltYet({ title, children }: { title: string; children: string }) {
  return (
    <Page title={title}>
      <Empty icon={Hammer} title="This page is on its way">
        {children}
      </Empty>
    </Page>
  )
}
