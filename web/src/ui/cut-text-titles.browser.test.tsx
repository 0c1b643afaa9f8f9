import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTitlesOfCutTexts } from './cut-text-titles.ts'

const cutStyle = { width: '5rem', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

test('a pointer over a cut text shows the whole text, and keeps the title of a component', async () => {
  showTitlesOfCutTexts()
  const screen = await render(
    <>
      <p data-testid="long" style={cutStyle}>
        Northern Philharmonic Chamber Orchestra
      </p>
      <p data-testid="short" style={cutStyle}>
        Short
      </p>
      <div title="Three rooms">
        <p data-testid="titled" style={cutStyle}>
          Studio A, Studio B, Control room
        </p>
      </div>
    </>,
  )
  const hover = (id: string) => {
    const element = screen.getByTestId(id).element()
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    return element
  }
  expect(hover('long').getAttribute('title')).toBe('Northern Philharmonic Chamber Orchestra')
  expect(hover('short').hasAttribute('title')).toBe(false)
  expect(hover('titled').hasAttribute('title')).toBe(false)

  const name = hover('long')
  if (name instanceof HTMLElement) name.style.width = '40rem'
  expect(hover('long').hasAttribute('title')).toBe(false)
})
