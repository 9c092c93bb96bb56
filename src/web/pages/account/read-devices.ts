export interface Device {
	id: string
	/** Such as "Firefox on Windows". */
	name: string
	lastSeen: Date
	thisOne: boolean
}

/** The devices in the server's answer, this one first; a row that is none is left out. */
export function readDevices(text: string): Device[] {
	const answer: unknown = JSON.parse(text)
	const rows = memberOf(answer, 'sessions')
	if (!Array.isArray(rows)) return []
	return rows.flatMap(readDevice).toSorted((a, b) => Number(b.thisOne) - Number(a.thisOne))
}

function readDevice(row: unknown): Device[] {
	const [id, name, seen] = [memberOf(row, 'id'), memberOf(row, 'device'), memberOf(row, 'last_seen_at')]
	if (typeof id !== 'string' || typeof name !== 'string' || typeof seen !== 'string') return []
	const lastSeen = new Date(seen)
	if (Number.isNaN(lastSeen.getTime())) return []
	return [{ id, name, lastSeen, thisOne: memberOf(row, 'this_one') === true }]
}

function memberOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
