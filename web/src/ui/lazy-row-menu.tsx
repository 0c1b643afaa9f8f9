import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { RowMenu as Menu } from './row-menu.tsx'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

/** A `RowMenu` that loads after the screen. Until then its dots are in its place, so that its neighbors do not move. */
export const LazyRowMenu = (props: ComponentProps<typeof Menu>) => (
  <Suspense
    fallback={
      <span aria-hidden className={`${rowMenuSpaceClasses} grid place-items-center`}>
        <Ellipsis className="size-4" />
      </span>
    }
  >
    <RowMenu {...props} />
  </Suspense>
)

/** Classes of an empty element that is as large as the button of a `RowMenu`. */
export const rowMenuSpaceClasses = '-my-1 -mr-3 size-10 shrink-0 max-md:size-11'
