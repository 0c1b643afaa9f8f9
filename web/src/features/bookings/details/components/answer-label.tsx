import type { LucideIcon } from 'lucide-react'

/** The size of a button with an `AnswerLabel` that fits narrow containers: at least 24 px there. */
export const narrowButtonClasses = '@max-[11rem]:size-6 @max-[11rem]:min-h-6 @max-[11rem]:gap-0 @max-[11rem]:p-0'

type AnswerLabelProps = { icon: LucideIcon; fitsNarrow: boolean; children: string }

/** The label of a button that answers a request. With `fitsNarrow` it is an icon in a container narrower than 11 rem. */
export function AnswerLabel({ icon: Icon, fitsNarrow, children }: AnswerLabelProps) {
  if (!fitsNarrow) return children
  return (
    <>
      <Icon aria-hidden className="@min-[11rem]:hidden" />
      <span className="@max-[11rem]:hidden">{children}</span>
    </>
  )
}
