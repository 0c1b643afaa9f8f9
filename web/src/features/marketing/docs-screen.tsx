import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export const meta = () => [
  { title: 'Documentation - StudioHub' },
  { name: 'description', content: 'Guides to every part of StudioHub.' },
]

export default function DocsScreen() {
  return <NotBuiltYet title="Documentation">Here you will find guides to every part of the product.</NotBuiltYet>
}
