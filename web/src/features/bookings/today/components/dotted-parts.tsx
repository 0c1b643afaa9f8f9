import { cx } from '#ui/cx.ts'

type DottedPartsProps = {
  /** Empty ones are left out. */
  parts: readonly (string | null | false)[]
  /** Classes of all parts but the first. */
  restClasses?: string
}

/** Facts with dots between them. A line breaks between two facts, and the dot that would begin it is outside the visible area. */
export const DottedParts = ({ parts, restClasses }: DottedPartsProps) => (
  <span className="block min-w-0 overflow-hidden">
    <span className="-ml-3 flex flex-wrap">
      {parts
        .flatMap((part) => part || [])
        .map((part, index) => (
          <span key={part} className={cx('relative max-w-full truncate pl-3', index > 0 && restClasses)}>
            {index > 0 && <span className="absolute left-0 w-3 text-center whitespace-pre"> · </span>}
            {part}
          </span>
        ))}
    </span>
  </span>
)
