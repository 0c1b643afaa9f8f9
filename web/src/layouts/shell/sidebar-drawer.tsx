import type { ComponentProps } from 'react'
import { Drawer } from '#ui/drawer.tsx'
import { Sidebar } from './sidebar.tsx'

type SidebarDrawerProps = Omit<ComponentProps<typeof Sidebar>, 'collapsed' | 'onNavigate'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The sidebar of a phone. Its code loads when it is first opened. */
export function SidebarDrawer({ open, onOpenChange, ...sidebar }: SidebarDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={sidebar.name}>
      <Sidebar {...sidebar} onNavigate={() => onOpenChange(false)} />
    </Drawer>
  )
}
