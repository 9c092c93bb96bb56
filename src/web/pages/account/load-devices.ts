import type { Failure } from '#web/session/failures.ts'
import { callAccount } from './account-call.ts'
import { type Device, readDevices } from './read-devices.ts'

export type Devices = { kind: 'loaded'; devices: Device[] } | { kind: 'failed'; failure: Failure }

/** The devices somebody is signed in on, this one first. */
export async function loadDevices(): Promise<Devices> {
	const answer = await callAccount('sessions')
	if (answer.kind === 'done') return { kind: 'loaded', devices: readDevices(answer.text) }
	const failure = answer.kind === 'refused' ? answer.failure : { reference: null, unreachable: false }
	return { kind: 'failed', failure }
}
