import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { PanelLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { Bell } from '#features/notices/components/bell.tsx'
import { useMe } from '#features/profile/api.ts'
import { createDateTimeReader } from '#lib/page/date-time-reader.ts'
import { useDelayedLoad, usePrefetch } from '#lib/server/use-prefetch.ts'
import { paths } from '#paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { DateTimeReaderContext } from '#ui/date-time/reader.ts'
import { LegalFooter } from '../public/legal-footer.tsx'
import { useBrand } from '../public/use-brand.ts'
import { getAreaName, getNavItems, getTabs } from './areas.ts'
import { BackButton } from './back-button.tsx'
import { BottomTabs } from './bottom-tabs.tsx'
import { CommandMenu } from './command-menu.tsx'
import { FactorWaitNotice } from './factor-wait-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { useOwnDevice } from './use-own-device.ts'
import { useSidebar } from './use-sidebar.ts'
import { ViewNotice } from './view-notice.tsx'

const loadDrawer = () => import('./sidebar-drawer.tsx')
const showTitles = async () => (await import('#ui/cut-text-titles.ts')).showTitlesOfCutTexts()
const SidebarDrawer = lazy(async () => ({ default: (await loadDrawer()).SidebarDrawer }))

/** The frame of every signed-in page: sidebar, header and content. @param brand the studio whose branding applies */
export function AppShell({ brand = null, children }: { brand?: PublicStudio | null; children: ReactNode }) {
  useBrand(brand)
  const me = useMe()
  const sidebar = useSidebar()
  usePrefetch(loadDrawer)
  useDelayedLoad(showTitles)
  useOwnDevice(me)
  const reader = useMemo(() => createDateTimeReader(me.studio), [me.studio])
  const area = { name: getAreaName(me), studio: me.studio, nav: getNavItems(me) }
  const tabs = getTabs(me)
  return (
    <div className="flex min-h-dvh pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:p-3"
      >
        Skip to content
      </a>
      <aside
        className={cx(
          'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-border bg-card transition-[width] duration-150 md:flex print:hidden',
          sidebar.open ? 'w-64' : 'w-12',
        )}
      >
        <Sidebar {...area} collapsed={!sidebar.open} />
      </aside>
      {sidebar.drawer !== null && (
        <Suspense fallback={null}>
          <SidebarDrawer {...area} open={sidebar.drawer} onOpenChange={sidebar.setDrawer} />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-tabs)">
        <header className="sticky top-0 z-20 flex h-[calc(4rem+env(safe-area-inset-top))] items-center gap-3 border-b border-border bg-background px-3 pt-[env(safe-area-inset-top)] md:px-6 print:hidden">
          <BackButton />
          <IconButton
            name="Toggle sidebar"
            aria-expanded={sidebar.open}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={sidebar.toggle}
          >
            <PanelLeft aria-hidden />
          </IconButton>
          <span className={cx('min-w-0 flex-1 truncate text-sm text-muted-foreground', sidebar.open && 'md:invisible')}>
            {area.name}
          </span>
          <CommandMenu nav={area.nav} />
          <Bell />
          <Link to={paths.profile} title="Profile and settings" className="grid rounded-full">
            <span className="sr-only">Profile and settings</span>
            <Avatar src={me.user.avatar_url} email={me.user.email} />
          </Link>
        </header>
        <FactorWaitNotice />
        <ViewNotice />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          <DateTimeReaderContext value={reader}>{children}</DateTimeReaderContext>
        </main>
        {/* Hidden below a screen that fills the height, such as a conversation, which would scroll by its height. */}
        {brand && (
          <LegalFooter slug={brand.slug} className="pb-4 [main:has([data-fills-screen])+&]:hidden print:hidden" />
        )}
        {tabs.length > 1 && (
          <BottomTabs tabs={tabs} nav={area.nav} studio_id={me.studio?.id} onMore={() => sidebar.setDrawer(true)} />
        )}
      </div>
    </div>
  )
}
