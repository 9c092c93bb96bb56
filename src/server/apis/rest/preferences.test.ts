import { expect, test } from 'vitest'
import { appliedPreferences, readPreferences } from '#server/apis/rest/preferences.ts'

test('parses the preferences that the client sends', () => {
	expect(readPreferences('return=representation,count=exact')).toMatchObject({
		representation: 'representation',
		countsExactly: true,
	})
	expect(readPreferences('resolution=merge-duplicates, missing=default')).toMatchObject({
		resolution: 'merge-duplicates',
		missing: 'default',
	})
	expect(readPreferences('handling=strict, max-affected=3')).toMatchObject({ maxAffected: 3 })
	expect(readPreferences(undefined)).toMatchObject({ representation: undefined, countsExactly: false })
})

test('a limit on affected rows applies only with strict handling', () => {
	expect(readPreferences('max-affected=3').maxAffected).toBeUndefined()
	expect(readPreferences('handling=lenient,max-affected=3').maxAffected).toBeUndefined()
})

test('an unknown preference is ignored, or refused with strict handling', () => {
	expect(readPreferences('respond-async, return=minimal').representation).toBe('minimal')
	expect(() => readPreferences('handling=strict, respond-async')).toThrow(
		'Invalid preferences given with handling=strict',
	)
	expect(() => readPreferences('handling=strict, timezone=Europe/London')).toThrow('Invalid preferences')
})

test.each(["timezone=';drop", 'x'.repeat(3_000), 'a b c', '=1', 'return=;'])('%s is refused', (header) => {
	expect(() => readPreferences(header)).toThrow(expect.objectContaining({ status: 400, apiCode: 'PGRST122' }))
})

test.each(['exact', 'planned', 'estimated'])('with count=%s, rows are counted exactly', (kind) => {
	const asked = readPreferences(`handling=strict, count=${kind}`)
	expect(asked.countsExactly).toBe(true)
	expect(appliedPreferences(asked, 'select')).toBe('count=exact, handling=strict')
})

test('the response names the preferences that were applied', () => {
	const asked = readPreferences(
		'return=representation, resolution=ignore-duplicates, count=exact, tx=rollback',
	)
	expect(appliedPreferences(asked, 'insert')).toBe(
		'resolution=ignore-duplicates, return=representation, count=exact',
	)
	expect(appliedPreferences(asked, 'select')).toBe('count=exact')
	expect(appliedPreferences(readPreferences('tx=rollback'), 'update')).toBeUndefined()
})
