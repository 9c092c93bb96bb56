import { tabStorage } from '#web/ui/browser-storage.ts'

/** A review that has been written but not saved. */
export interface Draft {
	rating: number
	body: string
}

/** The key contains the user, because another user may sign in in the same tab. */
function keyOf(userId: string, slug: string): string {
	return `headstart-review-${slug}-${userId}`
}

/** Stores an unfinished review in this tab, so that leaving the page does not lose it. If storage is blocked, it is lost. */
export function keepDraft(userId: string, slug: string, { rating, body }: Draft): void {
	tabStorage.write(keyOf(userId, slug), `${rating} ${body}`)
}

/** Returns the stored draft; null if there is none. */
export function readDraft(userId: string, slug: string): Draft | null {
	const kept = /^([0-5]) ([\s\S]*)$/.exec(tabStorage.read(keyOf(userId, slug)) ?? '')
	return kept === null ? null : { rating: Number(kept[1]), body: kept[2] ?? '' }
}

export function dropDraft(userId: string, slug: string): void {
	tabStorage.remove(keyOf(userId, slug))
}
