import { useActiveStudio } from '../profile/api.ts'
import { BoardView } from './components/board-view.tsx'
import { NoBoard } from './components/no-board.tsx'

export default function BoardScreen() {
  const { studio } = useActiveStudio()
  return studio ? <BoardView studio={studio} /> : <NoBoard />
}
