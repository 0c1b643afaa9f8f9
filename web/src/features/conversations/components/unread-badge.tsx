import { type ComponentProps, lazy, Suspense } from 'react'

// The number follows the page. If its code does not load, there is none.
const UnreadCount = lazy(() =>
  import('./unread-count.tsx').then(
    (module) => ({ default: module.UnreadCount }),
    () => ({ default: (_props: { studio_id: string; small: boolean }) => null }),
  ),
)

/** The number of unread conversations, loaded after the page. */
export const UnreadBadge = (props: ComponentProps<typeof UnreadCount>) => (
  <Suspense fallback={null}>
    <UnreadCount {...props} />
  </Suspense>
)
