import { expect, test } from 'vitest'
import { badgeName } from './badge-name.ts'

test('the badge shows the first word of the display name', () => {
	const user = { email: 'a@b.c', user_metadata: { display_name: '  Amina  Yusuf ', full_name: 'Other Name' } }
	expect(badgeName(user)).toBe('Amina')
})

test('without a display name, the badge shows the first word of the full name', () => {
	expect(badgeName({ email: 'a@b.c', user_metadata: { display_name: ' ', full_name: 'Tom Reed' } })).toBe(
		'Tom',
	)
})

test('without any name, the badge shows the part of the email before the @', () => {
	expect(badgeName({ email: 'tom.reed@example.ac.uk', user_metadata: {} })).toBe('tom.reed')
})

test('malformed stored values are ignored', () => {
	expect(badgeName({ email: 7, user_metadata: { display_name: {}, full_name: null } })).toBe('Account')
	expect(badgeName({ user_metadata: 'x' })).toBe('Account')
	expect(badgeName({ email: '@' })).toBe('Account')
})
