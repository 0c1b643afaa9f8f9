import { Ellipsis } from 'lucide-react'
import { NavLink } from 'react-router'
import { UnreadCount } from '#features/conversations/components/unread-count.tsx'
import type { NavItem } from './areas.ts'

type BottomTabsProps = {
  tabs: readonly NavItem[]
  /** All pages; those without a tab are in the drawer. */
  nav: readonly NavItem[]
  studio_id: string | undefined
  onMore: () => void
}

const tabClasses =
  'grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 text-xs text-muted-foreground aria-[current=page]:font-medium aria-[current=page]:text-link'

/**
 * The main pages as tabs at the bottom of a phone. `styles.css` reserves their height, so that they cover no other fixed
 * element.
 */
export function BottomTabs({ tabs, nav, studio_id, onMore }: BottomTabsProps) {
  return (
    <nav
      aria-label="Main pages"
      data-bottom-tabs
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-border bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {tabs.map(({ to, label, icon: Icon, hasUnread }) => (
        <NavLink key={to} to={to} end={to === nav[0]?.to} className={tabClasses}>
          <span className="relative px-3">
            <Icon aria-hidden className="size-5" />
            {hasUnread && studio_id && <UnreadCount studio_id={studio_id} small />}
          </span>
          <span className="max-w-full truncate">{label}</span>
        </NavLink>
      ))}
      {nav.length > tabs.length && (
        <button type="button" onClick={onMore} aria-haspopup="dialog" className={tabClasses}>
          <Ellipsis aria-hidden className="size-5" />
          More
        </button>
      )}
    </nav>
  )
}
