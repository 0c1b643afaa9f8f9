import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function TrainingScreen() {
  return <NotBuiltYet title="Training center">Here you will find courses and live sessions.</NotBuiltYet>
}
