import type { TrailEntry, TrailSubject } from '@studiohub/contract/features/admin/schema.ts'
import { Link } from 'react-router'
import { cx } from '#ui/cx.ts'
import { subjectText } from '../model/subjects.ts'

type SubjectNameProps = {
  entry: Pick<TrailEntry, 'subject' | 'at'>
  /** The page of the subject, or null if the reader has none. */
  pathOf: (subject: TrailSubject) => string | null
  className?: string
}

/** What an entry is about, as a link if the reader may open it. */
export function SubjectName({ entry: { subject, at }, pathOf, className }: SubjectNameProps) {
  if (!subject) return null
  const text = subjectText(subject, at)
  const path = pathOf(subject)
  if (!path) return <span className={className}>{text}</span>
  return (
    <Link to={path} className={cx('text-link underline-offset-4 hover:underline', className)}>
      {text}
    </Link>
  )
}

/** The second line of a narrow row. It is above the tap area of the row, which opens the details. */
export function NarrowSubject(props: Omit<SubjectNameProps, 'className'>) {
  return (
    <SubjectName {...props} className="relative z-1 py-0.5 font-normal wrap-anywhere whitespace-normal @3xl:hidden" />
  )
}
