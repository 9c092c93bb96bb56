import { expect, test } from 'vitest'
import { instant } from './instant.ts'

test.each([
	['a date', new Date('2026-11-27T20:15:00.250Z'), '2026-11-27T20:15:00.250Z'],
	['what it has written', '2026-11-27T20:15:00.250Z', '2026-11-27T20:15:00.250Z'],
	['a time with an offset', '2026-11-27T21:15:00.25+01:00', '2026-11-27T20:15:00.250Z'],
])('writes %s in UTC', (_name, value, written) => {
	expect(instant.parse(value)).toBe(written)
})

test.each([
	new Date('nonsense'),
	'yesterday',
	'',
	'2026-11-27 20:15:00',
	'2026-11-27T20:15:00',
	null,
	undefined,
	false,
	0,
	1_795_000_000_000,
])('rejects %s', (value) => {
	expect(instant.safeParse(value).success).toBe(false)
})
