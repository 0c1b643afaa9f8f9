import { z } from 'zod'
import { isReservedSlug, slugPattern } from './slug-pattern.ts'

/** A typed slug: lower case, spaces become hyphens (spec section 5), then validated. */
export const Slug = z
  .string({ error: 'Please choose an address' })
  .max(200)
  .transform((text) => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, '-'))
  .refine((slug) => !isReservedSlug(slug), {
    error: 'That address is reserved. Please choose another one.',
    params: { code: 'SLUG_RESERVED' },
    abort: true,
  })
  .refine((slug) => slugPattern.test(slug), 'Use 3 to 60 small letters, digits and hyphens')

const SUFFIX_LENGTH = 6
const SUFFIXED_NAME_MAX = 53
const SLUG_MAX = 60

/**
 * The slug of a studio created in onboarding (spec section 5): the lower-case name, other characters replaced by
 * hyphens, cut to 53 characters, plus a random suffix; an empty name becomes `studio-xxxxxx`.
 * @param suffix six characters of `a-z 0-9` from a random source
 */
export function slugFor(name: string, suffix: string): string {
  if (suffix.length !== SUFFIX_LENGTH) throw new RangeError(`A slug suffix must have ${SUFFIX_LENGTH} characters`)
  return `${stemOf(name, SUFFIXED_NAME_MAX) || 'studio'}-${suffix}`
}

/** A suggested slug for a studio name; empty if the name has no usable characters. */
export function suggestSlug(name: string): string {
  const slug = stemOf(name, SLUG_MAX)
  return slugPattern.test(slug) && !isReservedSlug(slug) ? slug : ''
}

const stemOf = (name: string, length: number) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, length)
    .replace(/^-+|-+$/g, '')
