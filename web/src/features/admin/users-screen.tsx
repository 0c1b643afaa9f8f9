import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function UsersScreen() {
  return <NotBuiltYet title="Users">Here you will see everybody and what they may do.</NotBuiltYet>
}
