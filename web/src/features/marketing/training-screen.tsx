import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export const meta = () => [
  { title: 'Training center - StudioHub' },
  { name: 'description', content: 'Courses and live sessions for studios.' },
]

export default function TrainingScreen() {
  return <NotBuiltYet title="Training center">Here you will find courses and live sessions.</NotBuiltYet>
}
