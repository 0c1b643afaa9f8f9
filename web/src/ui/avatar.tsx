import { useState } from 'react'
import { cx } from './cx.ts'

/** The first two letters of the email in capitals, or 'U' (spec section 2, shared chrome). */
export const getInitials = (email: string | null | undefined) => email?.trim().slice(0, 2).toUpperCase() || 'U'

/** The first letters of the first and the last word of a name. */
export const getInitialsOfName = (name: string | null) => {
  const words = (name ?? '').split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('') || 'U'
}

type AvatarProps = { src: string | null | undefined; large?: boolean; small?: boolean } & (
  | { email: string | null | undefined }
  | { name: string | null }
)

/** A user's picture or initials in a circle. It is decorative, so show the name next to it. */
export function Avatar({ src, large = false, small = false, ...person }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const picture = src && src !== brokenSrc ? src : null
  return (
    <span
      aria-hidden
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-secondary outline -outline-offset-1 outline-border font-semibold text-on-secondary select-none',
        large ? 'size-18 text-lg md:size-20 md:text-xl' : small ? 'size-7 text-xs' : 'size-9 text-xs',
      )}
    >
      {'name' in person ? getInitialsOfName(person.name) : getInitials(person.email)}
      {picture && (
        <img
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(picture)}
          className="absolute inset-0 size-full bg-secondary object-cover"
        />
      )}
    </span>
  )
}
