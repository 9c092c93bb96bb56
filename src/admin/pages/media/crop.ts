export const sides = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

/** How many percent of a picture are cut off at each side. */
export type Cut = Readonly<Record<Side, number>>

const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const

/** How many percent of the width and of the height handles leave at least. */
const least = 2

/** Returns the cut after these edges have moved to the right and down, in percent of the picture. */
export function withEdgesMoved(cut: Cut, edges: readonly Side[], across: number, down: number): Cut {
	const moved = { ...cut }
	for (const edge of edges) {
		const inwards = { left: across, right: -across, top: down, bottom: -down }[edge]
		moved[edge] = between(0, cut[edge] + inwards, 100 - least - cut[opposite[edge]])
	}
	return moved
}

/** Returns the cut after the part that is kept has moved to the right and down, as far as the picture goes. */
export function withPartMoved(cut: Cut, across: number, down: number): Cut {
	const [x, y] = [between(-cut.left, across, cut.right), between(-cut.top, down, cut.bottom)]
	return {
		left: inHundredths(cut.left + x),
		right: inHundredths(cut.right - x),
		top: inHundredths(cut.top + y),
		bottom: inHundredths(cut.bottom - y),
	}
}

function between(from: number, value: number, to: number): number {
	return inHundredths(Math.max(from, Math.min(value, to)))
}

export function inHundredths(percent: number): number {
	return Math.round(100 * percent) / 100
}
