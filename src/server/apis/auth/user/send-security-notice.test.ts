import { expect, test } from 'vitest'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { isSecurityNotice, securityNoticeMail } from '#server/apis/auth/user/send-security-notice.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'
import { securityNotices } from '#shared/mail-texts.ts'
import { loadedBy } from '#test/every-email.ts'

test.each(securityNotices)(
	'the notice of %s says in HTML and in text what happened, when, and what to do',
	(notice) => {
		const mail = securityNoticeMail({
			notice,
			entryId: '11111111-1111-4111-8111-111111111111',
			to: 'ada@student.test',
			at: new Date('2026-07-01T11:30:00Z'),
			siteUrl: 'https://shop.test',
			texts: namedMailTexts(standardMailTexts, 'Headstart'),
		})
		expect(mail.subject).toMatch(/^Headstart: [a-z]/)
		for (const part of [mail.html, mail.text]) {
			expect(part).toContain('1 July 2026 at 12:30, London time.')
			expect(part).toContain('If that was you, there’s nothing to do.')
			expect(part).toContain('https://shop.test/auth')
		}
		expect(loadedBy(mail.html)).toEqual([])
		expect(mail.messageId).toBe('<notice-11111111-1111-4111-8111-111111111111@shop.test>')
	},
)

test('unimportant events send no security notice', () => {
	expect(securityNotices.every(isSecurityNotice)).toBe(true)
	for (const action of ['login', 'user_modified', 'toString']) expect(isSecurityNotice(action)).toBe(false)
})
