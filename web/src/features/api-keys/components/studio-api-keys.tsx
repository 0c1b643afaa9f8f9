import { useApiKeys } from '../api.ts'
import { ApiKeyList } from './api-key-list.tsx'

/** The API keys of a studio. */
export function StudioApiKeys({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const keys = useApiKeys(studio_id)
  return (
    <ApiKeyList
      title="API keys"
      description="Programs call our API with a key. The key stops working if its maker is no longer an admin."
      studio_id={studio_id}
      timezone={timezone}
      keys={keys}
    />
  )
}
