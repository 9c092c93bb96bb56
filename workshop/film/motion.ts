/** Returns the progress between two times, from 0 to 1, slow at both ends. */
export function eased(now: number, from: number, takes: number): number {
	const progress = Math.min(1, Math.max(0, (now - from) / takes))
	return progress * progress * (3 - 2 * progress)
}

/** The part of a print that fills the window, in pixels of the print. */
export interface View {
	left: number
	top: number
	width: number
}

/** A view, the time at which it is reached, and the seconds the movement takes. */
export interface CameraMove {
	arrives: number
	takes: number
	view: View
}

/** Returns the view at a time. The camera rests on a view until the next movement starts. */
export function viewAt(moves: readonly CameraMove[], now: number): View {
	const [first, ...later] = moves
	if (first === undefined) throw new Error('a camera needs a view')
	let view = first.view
	for (const move of later) {
		const share = eased(now, move.arrives - move.takes, move.takes)
		view = {
			left: mix(view.left, move.view.left, share),
			top: mix(view.top, move.view.top, share),
			width: mix(view.width, move.view.width, share),
		}
	}
	return view
}

export function mix(from: number, to: number, share: number): number {
	return from + (to - from) * share
}
