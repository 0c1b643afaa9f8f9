import { Tooltip as Primitive } from 'radix-ui'
import type { ReactElement } from 'react'

const DELAY_MS = 300

/** A short explanation of a control, on hover and focus. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string
  side?: 'top' | 'right'
  children: ReactElement
}) {
  return (
    <Primitive.Provider delayDuration={DELAY_MS}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={8}
            className="z-50 animate-in rounded-md border border-border bg-raised px-2.5 py-1.5 text-xs text-foreground shadow-lg"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
