import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { ApiKey, ApiKeyChanges, ApiKeysQuery, ApiKeyWithSecret, NewApiKey } from './schema.ts'

const items = z.object({ items: z.array(ApiKey) })

export const apiKeys = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/api-keys' })
    .input(ApiKeysQuery)
    .output(items)
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/api-keys', successStatus: 201 })
    // A stored answer would contain the secret.
    .meta({ onRepeat: 'none' })
    .input(NewApiKey.extend({ studio_id: Id }))
    .output(ApiKeyWithSecret)
    .errors(pickErrors('FORBIDDEN', 'REAUTH_REQUIRED', 'API_KEYS_FULL')),
  listOwn: route.route({ method: 'GET', path: '/me/api-keys' }).output(items),
  createOwn: route
    .route({ method: 'POST', path: '/me/api-keys', successStatus: 201 })
    .meta({ onRepeat: 'none' })
    .input(NewApiKey)
    .output(ApiKeyWithSecret)
    .errors(pickErrors('FORBIDDEN', 'REAUTH_REQUIRED', 'API_KEYS_FULL')),
  update: route
    .route({ method: 'PATCH', path: '/api-keys/{id}' })
    .input(ApiKeyChanges.extend({ id: Id }))
    .output(ApiKey)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'REAUTH_REQUIRED', 'STALE_VERSION')),
  revoke: route
    .route({ method: 'POST', path: '/api-keys/{id}/revoke' })
    .input(z.strictObject({ id: Id }))
    .output(ApiKey)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
