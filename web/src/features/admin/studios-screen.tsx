import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function StudiosScreen() {
  return <NotBuiltYet title="Studios">Here you will manage every studio on the platform.</NotBuiltYet>
}
