import { expect, test } from 'vitest'
import { stepPath, targetOf } from './sign-in-steps.ts'

test.each(['/', '/free', '/free#product-1', '/account', '/payment-success?session_id=cs_test_1'])(
	'a step on the way to %s leads there',
	(target) => {
		const address = new URL(stepPath('/auth/recover', target), 'http://shop.test')
		expect(address.pathname).toBe('/auth/recover')
		expect(targetOf(address.searchParams)).toBe(target)
	},
)

test('a step leads to no other site', () => {
	expect(targetOf(new URLSearchParams({ redirect: '//evil.example' }))).toBe('/')
	expect(targetOf(null)).toBe('/')
})
