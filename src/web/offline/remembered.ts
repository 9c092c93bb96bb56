import { field, numberIn, textIn } from '#web/session/read-fields.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** The place at which a reader stopped. */
export interface ReadingPosition {
	edition: string
	/** The chapter's anchor. */
	chapter: string
	/** The number of the first block of the chapter that was on the screen, from 0. */
	block: number
}

/** How far a reader got: the share above the bottom of the screen, in percent, and the title of the chapter. */
interface Progress {
	percent: number
	chapter: string
}

/** What this browser stores about one user's reading of one guide. */
interface Remembered {
	/** Null if the reader is at the beginning. */
	place: ReadingPosition | null
	/** Null if the reader is at the beginning. */
	progress: Progress | null
	/** The ticked boxes, by a checksum of their text, so that ticks survive a new edition. */
	ticked: readonly string[]
}

const nothing: Remembered = { place: null, progress: null, ticked: [] }

/** Returns what the browser has stored; nothing if storage is switched off or contains something else. */
export function readRemembered(userId: string, slug: string): Remembered {
	try {
		const stored: unknown = JSON.parse(browserStorage.read(keyOf(userId, slug)) ?? 'null')
		const ticked = field(stored, 'ticked')
		return {
			place: placeIn(field(stored, 'place')),
			progress: progressIn(field(stored, 'progress')),
			ticked: Array.isArray(ticked) ? ticked.filter((name) => typeof name === 'string') : [],
		}
	} catch {
		return nothing
	}
}

/** Stores a change. If storage is switched off or full, the change lasts only until the page is closed. */
export function remember(userId: string, slug: string, change: Partial<Remembered>): void {
	const whole = { ...readRemembered(userId, slug), ...change }
	browserStorage.write(keyOf(userId, slug), JSON.stringify(whole))
}

function placeIn(stored: unknown): ReadingPosition | null {
	const [edition, chapter, block] = [
		textIn(stored, 'edition'),
		textIn(stored, 'chapter'),
		numberIn(stored, 'block'),
	]
	return edition === null || chapter === null || block === null ? null : { edition, chapter, block }
}

function progressIn(stored: unknown): Progress | null {
	const [percent, chapter] = [numberIn(stored, 'percent'), textIn(stored, 'chapter')]
	return percent === null || chapter === null ? null : { percent, chapter }
}

function keyOf(userId: string, slug: string): string {
	return `headstart-reading-${slug}-${userId}`
}
