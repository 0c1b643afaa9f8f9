import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function CallbackScreen() {
  return <NotBuiltYet title="callback">Soon.</NotBuiltYet>
}
