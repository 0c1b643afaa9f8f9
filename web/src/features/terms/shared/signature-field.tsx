import { drawSignature, type SignaturePoint } from '@studiohub/contract/features/terms/rules.ts'
import { DRAWING_HEIGHT, DRAWING_WIDTH, SIGNER_NAME_MAX } from '@studiohub/contract/features/terms/words.ts'
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type SignatureFieldProps = {
  name: string
  onName: (name: string) => void
  onDrawing: (drawing: string | null) => void
  error: string | undefined
}

/** A signature: the typed name, and an optional drawing by finger, pen or mouse. */
export function SignatureField({ name, onName, onDrawing, error }: SignatureFieldProps) {
  return (
    <div className="grid gap-3">
      <Field label="Your full name" hint="Typing your name signs the agreement." error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={SIGNER_NAME_MAX}
            value={name}
            onChange={({ target }) => onName(target.value)}
          />
        )}
      </Field>
      <DrawingBox onDrawing={onDrawing} />
    </div>
  )
}

function DrawingBox({ onDrawing }: Pick<SignatureFieldProps, 'onDrawing'>) {
  const [strokes, setStrokes] = useState<readonly SignaturePoint[][]>([])
  const isDrawing = useRef(false)
  const path = drawSignature(strokes)
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): SignaturePoint => {
    const box = currentTarget.getBoundingClientRect()
    return {
      x: ((clientX - box.left) / box.width) * DRAWING_WIDTH,
      y: ((clientY - box.top) / box.height) * DRAWING_HEIGHT,
    }
  }
  const updateStrokes = (newStrokes: readonly SignaturePoint[][]) => {
    setStrokes(newStrokes)
    onDrawing(drawSignature(newStrokes))
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4 text-sm">
        <span className="font-medium">You can also draw it</span>
        {path && (
          <Button look="quiet" size="small" onClick={() => updateStrokes([])}>
            Clear the drawing
          </Button>
        )}
      </div>
      <svg
        role="img"
        aria-label={path ? 'Your drawn signature' : 'Box to draw your signature in'}
        viewBox={`0 0 ${DRAWING_WIDTH} ${DRAWING_HEIGHT}`}
        className="w-full touch-none cursor-crosshair rounded-md border border-input bg-raised"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          updateStrokes([...strokes, [pointAt(event)]])
        }}
        onPointerMove={(event) => {
          if (!isDrawing.current) return
          updateStrokes([...strokes.slice(0, -1), [...(strokes.at(-1) ?? []), pointAt(event)]])
        }}
        onPointerUp={() => {
          isDrawing.current = false
        }}
        onPointerCancel={() => {
          isDrawing.current = false
        }}
      >
        <path
          d={path ?? ''}
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}
