import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; badge?: ReactNode; content: ReactNode }

type TabsProps = { label: string; value: string; onChange: (value: string) => void; tabs: readonly Tab[] }

/** Tabs whose choice the screen holds, usually in the address. */
export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-border">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex min-h-11 items-center gap-2 border-b-2 border-transparent px-4 text-sm font-medium whitespace-nowrap text-muted-foreground transition duration-150 -outline-offset-2 hover:text-foreground data-[state=active]:border-link data-[state=active]:text-foreground"
          >
            {tab.label}
            {tab.badge}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
