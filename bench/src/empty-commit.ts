import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The smallest possible change with React after a click. `calendar.bench.ts` compares the product with it.

function Counter() {
  const [commits, setCommits] = useState(0)
  const look = { position: 'fixed', insetInlineStart: 0, insetBlockEnd: 0, zIndex: 99 } as const
  return createElement(
    'button',
    {
      type: 'button',
      id: 'empty-commit',
      style: look,
      'data-commits': commits,
      onClick: () => setCommits(commits + 1),
    },
    'Commit',
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Counter))
