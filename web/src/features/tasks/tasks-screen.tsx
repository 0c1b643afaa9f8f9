import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function TasksScreen() {
  return <NotBuiltYet title="My Tasks">Here you will find the tasks that are yours.</NotBuiltYet>
}
