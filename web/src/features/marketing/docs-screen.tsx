import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function DocsScreen() {
  return <NotBuiltYet title="Documentation">Here you will find guides to every part of the product.</NotBuiltYet>
}
