import { dateIn } from '#web/session/read-fields.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** Pages opened within this time belong to one visit, in milliseconds. */
const longestPause = 3_600_000

/** Records that a user is here. Returns when their visit before this one ended in this browser; null if there was none. */
export function beginVisit(userId: string, now = new Date()): Date | null {
	const key = `headstart-visit-${userId}`
	const stored = parse(browserStorage.read(key))
	const [before, latest] = [dateIn(stored, 'before'), dateIn(stored, 'latest')]
	const goesOn = latest !== null && now.getTime() - latest.getTime() < longestPause
	const last = goesOn ? before : latest
	browserStorage.write(key, JSON.stringify({ before: last, latest: now }))
	return last
}

function parse(text: string | null): unknown {
	try {
		return JSON.parse(text ?? 'null')
	} catch {
		return null
	}
}
