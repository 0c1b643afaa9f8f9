import { useOwnApiKeys } from '../api.ts'
import { ApiKeyList } from './api-key-list.tsx'

/** The personal API keys of the current user. */
export function OwnApiKeys() {
  const keys = useOwnApiKeys()
  return (
    <ApiKeyList
      title="Your API keys"
      description="A program with such a key acts as you at your current studio, with your rights."
      studio_id={null}
      keys={keys}
    />
  )
}
