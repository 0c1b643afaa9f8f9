import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type DrawerProps = { open: boolean; onOpenChange: (open: boolean) => void; title: string; children: ReactNode }

/** A panel from the left edge, 18rem wide, over a dimmed page. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-in bg-overlay" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 animate-slide flex-col border-r border-border bg-card shadow-lg outline-none"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
