import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ClientsScreen() {
  return <NotBuiltYet title="Clients">Here you will see your studio's clients.</NotBuiltYet>
}
