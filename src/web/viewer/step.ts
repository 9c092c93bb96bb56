/** Where one can go from a picture: to its neighbours, or to either end of the row. */
export type Move = 'next' | 'previous' | 'first' | 'last'

/** The place of the picture a move leads to. The row is a ring: after the last comes the first (docs/specification.md section 2). */
export function step(index: number, move: Move, count: number): number {
	if (move === 'first') return 0
	if (move === 'last') return count - 1
	return (index + (move === 'next' ? 1 : -1) + count) % count
}

const moves: Readonly<Record<string, Move>> = {
	ArrowRight: 'next',
	ArrowLeft: 'previous',
	Home: 'first',
	End: 'last',
}

/** What a key asks for; undefined where it is none of the viewer's keys. */
export function moveOfKey(key: string): Move | undefined {
	return Object.hasOwn(moves, key) ? moves[key] : undefined
}
