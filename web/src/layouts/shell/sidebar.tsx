import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, type ReactElement, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { UnreadCount } from '#features/conversations/components/unread-count.tsx'
import { cx } from '#ui/cx.ts'
import { StudioMark } from '../public/studio-mark.tsx'
import { isCurrentItem, type NavItem } from './areas.ts'

// Tooltips are only for the collapsed sidebar. If their code cannot be loaded, links have no tooltip; each has an accessible
// name.
const Tooltip = lazy(() =>
  import('#ui/tooltip.tsx').then(
    (module) => ({ default: module.Tooltip }),
    () => ({ default: ({ children }: { children: ReactElement }) => children }),
  ),
)

type SidebarProps = {
  name: string
  studio: Pick<PublicStudio, 'id' | 'name' | 'logo_url'> | null
  nav: readonly NavItem[]
  collapsed?: boolean
  onNavigate?: () => void
}

/** The area's name and links; when collapsed, only icons with tooltips. */
export function Sidebar({ name, studio, nav, collapsed = false, onNavigate }: SidebarProps) {
  return (
    <>
      <div className={cx('flex h-16 shrink-0 items-center gap-3', collapsed ? 'justify-center px-2' : 'px-4')}>
        <StudioMark studio={studio} />
        {!collapsed && <span className="truncate font-display font-semibold">{name}</span>}
      </div>
      <nav aria-label={name} className={cx('grid content-start gap-1 overflow-y-auto', collapsed ? 'p-1' : 'p-3')}>
        {nav.map((item) => (
          <Item
            key={item.to}
            item={item}
            studio_id={studio?.id}
            collapsed={collapsed}
            isFirst={item === nav[0]}
            {...(onNavigate && { onNavigate })}
          />
        ))}
      </nav>
    </>
  )
}

type ItemProps = {
  item: NavItem
  studio_id: string | undefined
  collapsed: boolean
  isFirst: boolean
  onNavigate?: () => void
}

function Item({ item, studio_id, collapsed, isFirst, onNavigate }: ItemProps) {
  const { to, label, icon: Icon, hasUnread } = item
  const { pathname } = useLocation()
  const link = (
    <Link
      to={to}
      aria-current={isCurrentItem(item, pathname, isFirst) ? 'page' : undefined}
      onClick={onNavigate}
      aria-label={collapsed ? label : undefined}
      className={cx(
        'relative flex min-h-10 items-center gap-3 rounded-md text-sm text-muted-foreground transition duration-150',
        'hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:font-medium aria-[current=page]:text-foreground',
        collapsed ? 'justify-center' : 'px-3 max-md:min-h-12',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {!collapsed && label}
      {hasUnread && studio_id && <UnreadCount studio_id={studio_id} small={collapsed} />}
    </Link>
  )
  if (!collapsed) return link
  return (
    <Suspense fallback={link}>
      <Tooltip text={label} side="right">
        {link}
      </Tooltip>
    </Suspense>
  )
}
