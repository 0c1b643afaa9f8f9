import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ProfileScreen() {
  return <NotBuiltYet title="profile">Soon.</NotBuiltYet>
}
