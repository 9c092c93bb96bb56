import { expect, test } from 'vitest'
import { eventName, mailState } from '#admin/ui/record-names.ts'
import { securityNotices } from '#shared/mail-texts.ts'

test.each(securityNotices)('%s is described in plain words', (action) => {
	const [first = '', ...others] = action.split('_')
	expect(eventName(action)).not.toBe([first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' '))
})

test('an email is described as queued only while it is waiting', () => {
	const mail = { mail: 'notice' as const, about: 'Your password', at: '2026-11-24T15:54:00Z', refusal: null }
	expect(mailState({ ...mail, emailed_at: null, waits: true })).toBe('Queued 24 Nov 2026, 15:54')
	expect(mailState({ ...mail, emailed_at: null, waits: false })).toBe('Emailed (queued 24 Nov 2026, 15:54)')
	expect(mailState({ ...mail, emailed_at: '2026-11-24T15:55:00Z', waits: false })).toBe(
		'Emailed 24 Nov 2026, 15:55',
	)
})
