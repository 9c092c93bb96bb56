import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { statementSuffix } from '#server/adapters/payments/statement-suffix.ts'

test.each([
	['CV Secrets', 'CV SECRETS'],
	['Budget Planner', 'BUDGET'],
	['Entrepreneurship', 'ENTREPRENE'],
	['Café <Menu>', 'CAFE MENU'],
	["The 'Best' * Guide", 'THE BEST'],
	['2026', undefined],
	['履歴書', undefined],
	['', undefined],
])('%j is printed as %j', (name, suffix) => {
	expect(statementSuffix(name)).toBe(suffix)
})

test('Stripe accepts the suffix of any product name', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (name) => {
			const suffix = statementSuffix(name)
			if (suffix !== undefined) expect(suffix).toMatch(/^(?=.*[A-Z])(?!.*[<>\\'"*])[ -~]{1,10}$/)
		}),
		{ numRuns: 2_000 },
	)
})

test('every product has a suffix', () => {
	for (const { shortTitle } of catalogue) expect(statementSuffix(shortTitle), shortTitle).toBeDefined()
})
