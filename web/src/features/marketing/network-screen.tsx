import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function NetworkScreen() {
  return <NotBuiltYet title="Partner network">Here you will find the partners that studios work with.</NotBuiltYet>
}
