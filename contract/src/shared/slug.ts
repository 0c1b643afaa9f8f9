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

/**
 * The address of a studio made in onboarding (spec section 5): the lower-cased name with runs of anything else turned
 * into hyphens, cut to 53 characters, and a random suffix of six; a name with nothing left becomes `studio-xxxxxx`.
 * @param suffix six of `a-z 0-9`, from a random source
 */
export function slugFor(name: string, suffix: string): string {
  if (suffix.length !== SUFFIX_LENGTH) throw new RangeError(`a slug's suffix has ${SUFFIX_LENGTH} characters`)
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SUFFIXED_NAME_MAX)
    .replace(/^-+|-+$/g, '')
  return `${stem || 'studio'}-${suffix}`
}
