import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function CheckinsScreen() {
  return <NotBuiltYet title="Client Check-Ins">Here you will check clients in and out.</NotBuiltYet>
}
