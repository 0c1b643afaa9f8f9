import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

type DottedPartsProps = {
  /** Empty ones are left out. */
  parts: readonly ReactNode[]
  /** Classes of all parts but the first. */
  restClasses?: string
}

/**
 * Facts with dots between them. A line breaks between two facts, and the dot that would begin it is outside the visible area. The
 * space of a dot is as wide as ' · '.
 */
export const DottedParts = ({ parts, restClasses }: DottedPartsProps) => (
  <span className="block min-w-0 overflow-hidden">
    <span className="-ml-[0.84em] flex flex-wrap">
      {parts.filter(Boolean).map((part, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same text, and a part has no state
          key={index}
          className={cx('relative max-w-full truncate pl-[0.84em]', index > 0 && restClasses)}
        >
          {index > 0 && <span className="absolute left-0 whitespace-pre"> · </span>}
          {part}
        </span>
      ))}
    </span>
  </span>
)
