import { expect, test } from 'vitest'
import { createWaitingBytes } from '#server/apis/realtime/waiting-bytes.ts'

test('if too many bytes wait in total, the clients with the most are dropped', () => {
	const dropped: string[] = []
	const drops: number[] = []
	const waiting = createWaitingBytes({ most: 1_000, onDrop: (clients) => drops.push(clients) })
	const client = (name: string, waitingBytes: number) => {
		const one = { waitingBytes, drop: () => void dropped.push(name) }
		waiting.count(one)
		return one
	}
	const reader = client('reader', 400)
	const slow = client('slow', 300)
	client('slower', 290)
	expect(waiting.total).toBe(990)
	// This client has read in the meantime, which is noticed only when the total would exceed the limit.
	reader.waitingBytes = 0
	client('quick', 10)
	expect([waiting.total, dropped]).toEqual([1_000, []])
	client('new', 100)
	expect([waiting.total, dropped]).toEqual([700, []])
	slow.waitingBytes = 310
	const newer = client('newer', 300)
	expect([waiting.total, dropped, drops]).toEqual([1_000, [], []])
	waiting.forget(newer)
	client('newest', 301)
	// 310 bytes are waiting for the slow client, not the 300 that were counted, so dropping that client is enough.
	expect([waiting.total, dropped, drops]).toEqual([701, ['slow'], [1]])
})
