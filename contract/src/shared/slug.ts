import { z } from 'zod'
import { isReservedSlug, slugPattern } from './slug-pattern.ts'

/** What a person types as an address: lower-cased, white space turned into hyphens (spec section 5), then checked. */
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
 * The address of a studio made in onboarding (spec section 5): the lower-cased name with runs of anything else turned
 * into hyphens, cut to 53 characters, and a random suffix of six; a name with nothing left becomes `studio-xxxxxx`.
 * @param suffix six of `a-z 0-9`, from a random source
 */
export function slugFor(name: string, suffix: string): string {
  if (suffix.length !== SUFFIX_LENGTH) throw new RangeError(`a slug's suffix has ${SUFFIX_LENGTH} characters`)
  return `${stemOf(name, SUFFIXED_NAME_MAX) || 'studio'}-${suffix}`
}

/** A first suggestion for the address of a studio of this name; empty where nothing of the name can be used. */
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
