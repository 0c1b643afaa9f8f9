import type { Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import {
  Building2,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  FolderKanban,
  History,
  House,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Receipt,
  Settings,
  SquareKanban,
  UserCheck,
  Users,
} from 'lucide-react'
import { paths } from '#paths.ts'

export type NavItem = {
  to: string
  label: string
  icon: LucideIcon
  /** The address of a page that has no entry of its own and belongs to this one. */
  inner?: string
  /** Whether the number of unread conversations is shown next to it. */
  hasUnread?: boolean
}

/** The pages that admins and crew at the desk share, with the labels and the order of the spec (section 2). */
const sharedNav: readonly NavItem[] = [
  { to: paths.studioClients, label: 'Clients', icon: Users, inner: paths.studioImport() },
  { to: paths.studioMessages, label: 'Messages', icon: MessageSquare, hasUnread: true },
  { to: paths.studioBookings, label: 'Bookings', icon: CalendarDays },
  { to: paths.studioCheckins, label: 'Check-Ins', icon: ClipboardCheck },
  { to: paths.studioProjects, label: 'Projects', icon: FolderKanban },
  { to: paths.studioBoard, label: 'Board', icon: SquareKanban },
]

/** The sidebar of crew at the desk, who work on the studio's pages. */
const deskNav: readonly NavItem[] = [
  { to: paths.studio, label: 'Dashboard', icon: LayoutDashboard },
  ...sharedNav,
  { to: paths.studioTasks, label: 'My Tasks', icon: ListTodo },
]

/** The sidebar of each other area, with the labels and the order of the spec (section 2). */
const areaNavs: Record<Exclude<Role, 'client'>, readonly NavItem[]> = {
  super_admin: [
    { to: paths.superAdmin, label: 'Dashboard', icon: LayoutDashboard },
    { to: paths.superAdminStudios, label: 'Studios', icon: Building2 },
    { to: paths.superAdminUsers, label: 'Users', icon: Users },
  ],
  studio_admin: [
    { to: paths.studio, label: 'Dashboard', icon: LayoutDashboard },
    { to: paths.studioStaff, label: 'Crew', icon: UserCheck },
    ...sharedNav,
    { to: paths.studioTasks, label: 'Tasks', icon: ListTodo },
    { to: paths.studioInvoices, label: 'Invoices', icon: Receipt, inner: paths.studioCardPayments },
    { to: paths.studioReports(), label: 'Reports', icon: ChartColumn },
    { to: paths.studioActivity, label: 'Activity', icon: History },
    { to: paths.studioSettings, label: 'Settings', icon: Settings },
  ],
  staff: [
    { to: paths.staff, label: 'Dashboard', icon: LayoutDashboard },
    { to: paths.staffSchedule, label: 'My Schedule', icon: CalendarDays },
    { to: paths.staffTasks, label: 'My Tasks', icon: ListTodo },
    { to: paths.staffCheckins, label: 'Check-Ins', icon: ClipboardCheck },
    { to: paths.staffMessages, label: 'Messages', icon: MessageSquare, hasUnread: true },
    { to: paths.staffProjects, label: 'Projects', icon: FolderKanban },
    { to: paths.staffBoard, label: 'Board', icon: SquareKanban },
  ],
  partner: [{ to: paths.partner, label: 'Dashboard', icon: LayoutDashboard }],
}

const getClientNav = (slug: string): readonly NavItem[] => [
  { to: paths.clientHome(slug), label: 'Home', icon: House },
  { to: paths.clientProjects(slug), label: 'Projects', icon: FolderKanban },
  { to: paths.clientBoard(slug), label: 'Board', icon: SquareKanban },
  { to: paths.clientBookings(slug), label: 'Bookings', icon: CalendarCheck },
  { to: paths.clientMessages(slug), label: 'Messages', icon: MessageSquare, hasUnread: true },
  { to: paths.clientInvoices(slug), label: 'Invoices', icon: Receipt },
]

/** The paths of the pages that have a tab on a phone, by role, in their order. 'More' shows all others. */
const tabPaths: Record<Role, (slug: string) => readonly string[]> = {
  super_admin: () => [paths.superAdmin, paths.superAdminStudios, paths.superAdminUsers],
  studio_admin: () => [paths.studio, paths.studioBookings, paths.studioClients, paths.studioMessages],
  staff: () => [paths.staff, paths.staffSchedule, paths.staffTasks, paths.staffMessages],
  partner: () => [],
  client: (slug) => [
    paths.clientHome(slug),
    paths.clientBookings(slug),
    paths.clientProjects(slug),
    paths.clientMessages(slug),
  ],
}

/** The main pages of the user, for the tabs at the bottom of a phone. */
export function getTabs(me: Pick<Me, 'role' | 'studio' | 'at_desk'>): readonly NavItem[] {
  if (me.role === null) return []
  const nav = getNavItems(me)
  const tabs = tabPaths[me.at_desk ? 'studio_admin' : me.role](me.studio?.slug ?? '')
  return tabs.flatMap((path) => nav.filter(({ to }) => to === path))
}

/** Whether an entry is the current one. @param isFirst the address of the first entry is a prefix of all others */
export function isCurrentItem({ to, inner }: Pick<NavItem, 'to' | 'inner'>, pathname: string, isFirst: boolean) {
  const isOn = (path: string) => pathname === path || (!isFirst && pathname.startsWith(`${path}/`))
  return isOn(to) || (inner !== undefined && isOn(inner))
}

/** The tab or 'More' that has the current page; undefined if the drawer does not have it either. */
export function getCurrentTab(nav: readonly NavItem[], tabs: readonly NavItem[], pathname: string) {
  const current = nav.find((item, index) => isCurrentItem(item, pathname, index === 0))
  return current && (tabs.find(({ to }) => to === current.to) ?? 'more')
}

/** The user's sidebar links. */
export function getNavItems({ role, studio, at_desk }: Pick<Me, 'role' | 'studio' | 'at_desk'>): readonly NavItem[] {
  if (role === null) return []
  if (at_desk) return deskNav
  if (role !== 'client') return areaNavs[role]
  return studio ? getClientNav(studio.slug) : []
}

const areaNames: Record<Role, string> = {
  super_admin: 'Platform',
  studio_admin: 'Studio',
  staff: 'Crew',
  client: 'Studio',
  partner: 'Partner',
}

/** The area's title: the studio's name, or a fixed text. */
export const getAreaName = ({ role, studio }: Pick<Me, 'role' | 'studio'>) =>
  studio?.name ?? (role ? areaNames[role] : 'StudioHub')
