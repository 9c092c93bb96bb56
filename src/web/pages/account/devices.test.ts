import { expect, test } from 'vitest'
import { readDevices } from './devices.ts'

const row = {
	id: 's1',
	device: 'Firefox on Linux',
	last_seen_at: '2026-11-21T10:00:00.000Z',
	this_one: false,
}

test('this device comes first, and the others keep their order', () => {
	const sessions = [row, { ...row, id: 's2' }, { ...row, id: 's3', this_one: true }]
	expect(readDevices(JSON.stringify({ sessions })).map(({ id }) => id)).toEqual(['s3', 's1', 's2'])
})

test.each([
	'null',
	'{}',
	'{"sessions":3}',
	'{"sessions":[null,{"id":1}]}',
	JSON.stringify({ sessions: [{ ...row, last_seen_at: 'x' }] }),
])('%s contains no devices', (text) => {
	expect(readDevices(text)).toEqual([])
})
