import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { API_KEY_LABEL_MAX, API_KEY_NETWORKS_MAX, type ApiKeyScope, apiKeyScopes } from './words.ts'

const scopes: readonly string[] = apiKeyScopes
const isScope = (text: string): text is ApiKeyScope => scopes.includes(text)

/** An API key without its secret. */
export const ApiKey = z.object({
  id: Id,
  studio_id: Id,
  /** The person who created it. The key ends with this person's role. */
  user_id: Id,
  maker_name: z.string().nullable(),
  is_personal: z.boolean(),
  label: z.string(),
  /** The first characters of the key, to recognize it. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** The networks that may use it; empty: all. */
  networks: z.array(z.string()),
  ends_at: z.string().nullable(),
  /** When it was last used, to about a minute. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A new key with its secret, which is never shown again. */
export const ApiKeyWithSecret = ApiKey.extend({ secret: z.string() })
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>

const networkError = 'Enter addresses such as 203.0.113.7, or networks such as 203.0.113.0/24'

const networkFormats = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]
const isNetwork = (text: string) => networkFormats.some((format) => format.safeParse(text).success)

const Network = z.string().trim().max(50, networkError).refine(isNetwork, networkError)

export const NewApiKey = z.strictObject({
  label: name('Enter a name', API_KEY_LABEL_MAX),
  scopes: z
    .array(z.string().refine(isScope, 'Unknown permission'))
    .min(1, 'Choose at least one permission')
    .max(scopes.length),
  networks: z.array(Network).max(API_KEY_NETWORKS_MAX, `Enter at most ${API_KEY_NETWORKS_MAX} addresses`).optional(),
  /** When it ends; null: never. */
  ends_at: z.iso.datetime({ error: 'Enter a date' }).nullable().optional(),
})
export type NewApiKey = z.output<typeof NewApiKey>

/** Omitted fields stay as they are. */
export const ApiKeyChanges = NewApiKey.partial().extend({ version: z.number().int().optional() })
export type ApiKeyChanges = z.output<typeof ApiKeyChanges>

export const ApiKeysQuery = z.strictObject({ studio_id: Id })
