import type { Failure } from '#web/session/failed-requests.ts'
import { dateIn, field, textIn } from '#web/session/read-fields.ts'
import { callAccount } from './account-call.ts'

export type Devices = { kind: 'loaded'; devices: Device[] } | { kind: 'failed'; failure: Failure }

/** Loads the devices that the user is signed in on. */
export async function loadDevices(): Promise<Devices> {
	const answer = await callAccount('sessions')
	if (answer.kind === 'done') return { kind: 'loaded', devices: readDevices(answer.text) }
	const failure = answer.kind === 'refused' ? answer.failure : { reference: null, unreachable: false }
	return { kind: 'failed', failure }
}

export interface Device {
	id: string
	/** Such as “Firefox on Windows”. */
	name: string
	lastSeen: Date
	thisOne: boolean
}

/** Returns the devices in the server's response, this one first. Malformed rows are left out. */
export function readDevices(text: string): Device[] {
	const answer: unknown = JSON.parse(text)
	const rows = field(answer, 'sessions')
	if (!Array.isArray(rows)) return []
	return rows.flatMap(readDevice).toSorted((a, b) => Number(b.thisOne) - Number(a.thisOne))
}

function readDevice(row: unknown): Device[] {
	const [id, name] = [textIn(row, 'id'), textIn(row, 'device')]
	const lastSeen = dateIn(row, 'last_seen_at')
	if (id === null || name === null || lastSeen === null) return []
	return [{ id, name, lastSeen, thisOne: field(row, 'this_one') === true }]
}
