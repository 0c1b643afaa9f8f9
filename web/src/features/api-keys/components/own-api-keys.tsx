import { useOwnApiKeys } from '../api.ts'
import { ApiKeyList } from './api-key-list.tsx'

/** The API keys of the person. */
export function OwnApiKeys() {
  const keys = useOwnApiKeys()
  return (
    <ApiKeyList
      title="Your API keys"
      description="A program with such a key acts as you at your current studio, within your rights."
      studio_id={null}
      keys={keys}
    />
  )
}
