import type { ReactNode } from 'react'

/** Says that a card is empty. The card is then one line, without its description (`data-empty` in `styles.css`). */
export const EmptyLine = ({ children }: { children: ReactNode }) => (
  <p data-empty className="text-sm text-muted-foreground">
    {children}
  </p>
)
