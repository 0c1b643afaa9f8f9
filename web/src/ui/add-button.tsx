import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** Adds to the list of a card. In the title row of a card it shows only its icon on phones, so that it fits next to the title. */
export const AddButton = ({ children, ...props }: Omit<ComponentProps<typeof Button>, 'className' | 'look'>) => (
  <Button {...props} look="secondary" className="max-md:in-[header]:size-11 max-md:in-[header]:p-0">
    <Plus aria-hidden />
    <span className="max-md:in-[header]:sr-only">{children}</span>
  </Button>
)
