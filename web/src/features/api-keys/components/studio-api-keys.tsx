import { useApiKeys } from '../api.ts'
import { ApiKeyList } from './api-key-list.tsx'

/** The API keys of a studio. */
export function StudioApiKeys({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const keys = useApiKeys(studio_id)
  return (
    <ApiKeyList
      title="API keys"
      description="Programs of your studio call our API with a key. It ends with the role of the admin who made it."
      studio_id={studio_id}
      timezone={timezone}
      keys={keys}
    />
  )
}
