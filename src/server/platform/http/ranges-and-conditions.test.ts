import { describe, expect, test } from 'vitest'
import { isNotModified, readByteRange } from '#server/platform/http/ranges-and-conditions.ts'

const validators = { etag: '"abc"', lastModified: new Date('2026-11-20T10:00:00Z') }
const headers = (init: Record<string, string>) => new Headers(init)

describe('in a file of ten bytes', () => {
	test.each([
		['bytes=0-0', { start: 0, end: 0 }],
		['bytes=0-', { start: 0, end: 9 }],
		['bytes=3-5', { start: 3, end: 5 }],
		['bytes=3-99', { start: 3, end: 9 }],
		['bytes=-5', { start: 5, end: 9 }],
		['bytes=-99', { start: 0, end: 9 }],
		['bytes=9-', { start: 9, end: 9 }],
		['bytes=10-', 'unsatisfiable'],
		['bytes=999999999-', 'unsatisfiable'],
		['bytes=-0', 'unsatisfiable'],
		['bytes=5-4', undefined],
		['bytes=-', undefined],
		['bytes=a-b', undefined],
		['items=0-1', undefined],
		['bytes=0-0,1-1', undefined],
		[`bytes=${Array.from({ length: 1_000 }, () => '0-9').join(',')}`, undefined],
		[`bytes=${'9'.repeat(400)}-`, undefined],
	])('%s is read as %j', (range, expected) => {
		expect(readByteRange(headers({ range }), 10, validators)).toEqual(expected)
	})

	test('returns the whole file if it has changed', () => {
		const asked = (ifRange: string) =>
			readByteRange(headers({ range: 'bytes=0-0', 'if-range': ifRange }), 10, validators)
		expect(asked('"abc"')).toEqual({ start: 0, end: 0 })
		expect(asked('Fri, 20 Nov 2026 10:00:00 GMT')).toEqual({ start: 0, end: 0 })
		expect(asked('"other"')).toBeUndefined()
		expect(asked('W/"abc"')).toBeUndefined()
		expect(asked('Fri, 20 Nov 2026 10:00:01 GMT')).toBeUndefined()
		expect(asked('Fri, 20 Nov 2026 09:59:59 GMT')).toBeUndefined()
	})
})

describe('the headers of a request tell whether the client already has the file', () => {
	test.each([
		[{ 'if-none-match': '"abc"' }, true],
		[{ 'if-none-match': '"x", W/"abc"' }, true],
		[{ 'if-none-match': '*' }, true],
		[{ 'if-none-match': '"x"' }, false],
		[{ 'if-modified-since': 'Fri, 20 Nov 2026 10:00:00 GMT' }, true],
		[{ 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, false],
		[{ 'if-modified-since': 'yesterday' }, false],
		// If both headers are given, only the entity tag counts.
		[{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 10:00:00 GMT' }, false],
		[{}, false],
	])('%j: %s', (given, expected) => {
		expect(isNotModified(headers(given), validators)).toBe(expected)
	})
})
