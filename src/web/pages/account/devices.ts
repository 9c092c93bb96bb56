import type { Failure } from '#web/session/failed-requests.ts'
import { callAccount } from './account-call.ts'

export type Devices = { kind: 'loaded'; devices: Device[] } | { kind: 'failed'; failure: Failure }

/** The devices a user is signed in on, this one first. */
export async function loadDevices(): Promise<Devices> {
	const answer = await callAccount('sessions')
	if (answer.kind === 'done') return { kind: 'loaded', devices: readDevices(answer.text) }
	const failure = answer.kind === 'refused' ? answer.failure : { reference: null, unreachable: false }
	return { kind: 'failed', failure }
}

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
