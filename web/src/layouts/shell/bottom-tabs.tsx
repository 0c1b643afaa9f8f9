import { Ellipsis } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { UnreadCount } from '#features/conversations/components/unread-count.tsx'
import { getCurrentTab, type NavItem } from './areas.ts'

type BottomTabsProps = {
  tabs: readonly NavItem[]
  /** All pages; those without a tab are in the drawer. */
  nav: readonly NavItem[]
  studio_id: string | undefined
  onMore: () => void
}

const tabClasses =
  'grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 text-xs text-muted-foreground aria-[current]:font-medium aria-[current]:text-link'

/**
 * The main pages as tabs at the bottom of a phone. `styles.css` reserves their height, so that they cover no other fixed
 * element.
 */
export function BottomTabs({ tabs, nav, studio_id, onMore }: BottomTabsProps) {
  const { pathname } = useLocation()
  const current = getCurrentTab(nav, tabs, pathname)
  return (
    <nav
      aria-label="Main pages"
      data-bottom-tabs
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-border bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {tabs.map((tab) => {
        const { to, label, icon: Icon, hasUnread } = tab
        return (
          <Link key={to} to={to} aria-current={tab === current ? 'page' : undefined} className={tabClasses}>
            {/* The space around the icon keeps most of it free of the number. */}
            <span className="relative -mt-1 px-3 pt-1">
              <Icon aria-hidden className="size-5" />
              {hasUnread && studio_id && <UnreadCount studio_id={studio_id} small />}
            </span>
            <span className="max-w-full truncate">{label}</span>
          </Link>
        )
      })}
      {nav.length > tabs.length && (
        <button
          type="button"
          onClick={onMore}
          aria-haspopup="dialog"
          aria-current={current === 'more' || undefined}
          className={tabClasses}
        >
          <Ellipsis aria-hidden className="size-5" />
          More
        </button>
      )}
    </nav>
  )
}
