import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Cut, type Side, sides, withEdgesMoved, withPartMoved } from '#admin/pages/media/crop.ts'

interface CropBoxProps {
	src: string
	size: { width: number; height: number }
	cut: Cut
	onMoveEdges: (cut: Cut) => void
	/** Called when the part has moved, whose shape stays. */
	onMovePart: (cut: Cut) => void
}

/** Where the pointer went down, and the cut then. */
interface Drag {
	x: number
	y: number
	cut: Cut
}

const corners = [
	['left', 'top'],
	['right', 'top'],
	['left', 'bottom'],
	['right', 'bottom'],
] as const satisfies readonly (readonly Side[])[]

const keys: Readonly<Record<string, readonly [across: number, down: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
}

/** Shows a picture with the part of it that is kept, whose edges and corners can be dragged, and moved with the arrow keys. */
export function CropBox({ src, size, cut, onMoveEdges, onMovePart }: CropBoxProps) {
	const box = useRef<HTMLDivElement>(null)
	const drag = useRef<Drag>(undefined)

	/** Returns what makes an element a handle. `move` is told how far, in percent of the picture, from which cut. */
	function handle(move: (from: Cut, across: number, down: number) => void) {
		const end = () => {
			drag.current = undefined
		}
		return {
			onPointerDown: (event: PointerEvent<HTMLElement>) => {
				if (event.button !== 0) return
				event.stopPropagation()
				event.currentTarget.setPointerCapture(event.pointerId)
				drag.current = { x: event.clientX, y: event.clientY, cut }
			},
			onPointerMove: (event: PointerEvent<HTMLElement>) => {
				const from = drag.current
				if (from === undefined || box.current === null) return
				const { width, height } = box.current.getBoundingClientRect()
				move(from.cut, (100 * (event.clientX - from.x)) / width, (100 * (event.clientY - from.y)) / height)
			},
			onPointerUp: end,
			onPointerCancel: end,
			onKeyDown: (event: KeyboardEvent) => {
				const [across, down] = keys[event.key] ?? [0, 0]
				if (across === 0 && down === 0) return
				event.preventDefault()
				const step = event.shiftKey ? 10 : 1
				move(cut, across * step, down * step)
			},
		}
	}

	const moveEdges = (edges: readonly Side[]) =>
		handle((from, across, down) => onMoveEdges(withEdgesMoved(from, edges, across, down)))
	const place = {
		left: `${cut.left}%`,
		right: `${cut.right}%`,
		top: `${cut.top}%`,
		bottom: `${cut.bottom}%`,
	}
	return (
		<div className="cut" ref={box}>
			<img src={src} alt="" width={size.width} height={size.height} draggable={false} />
			<img
				src={src}
				alt=""
				draggable={false}
				style={{ clipPath: `inset(${cut.top}% ${cut.right}% ${cut.bottom}% ${cut.left}%)` }}
			/>
			<div className="cut-part" style={place}>
				<button
					type="button"
					aria-label="Move the part with the arrow keys"
					{...handle((from, across, down) => onMovePart(withPartMoved(from, across, down)))}
				/>
				{corners.map((edges) => (
					<span key={edges.join(' ')} aria-hidden="true" data-at={edges.join(' ')} {...moveEdges(edges)} />
				))}
				{sides.map((side) => (
					<span
						key={side}
						role="slider"
						tabIndex={0}
						aria-label={`${side} edge`}
						aria-orientation={side === 'left' || side === 'right' ? 'horizontal' : 'vertical'}
						aria-valuemin={0}
						aria-valuemax={100}
						aria-valuenow={cut[side]}
						aria-valuetext={`${cut[side]} % cut off`}
						data-at={side}
						{...moveEdges([side])}
					/>
				))}
			</div>
		</div>
	)
}
