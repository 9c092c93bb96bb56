import { expect, test } from 'vitest'
import { confirmationMail } from '#server/mail/confirmation-mail.ts'

const options = {
	to: 'ada@student.test',
	link: 'https://shop.test/auth/confirm?token_hash=abc&type=signup',
	code: undefined,
	lifetimeMinutes: 60,
	siteUrl: 'https://shop.test',
}

test('the page and the text of the mail say the same: the link, how long it lasts, why it came', () => {
	const { html, text } = confirmationMail(options)
	expect(text).toContain(options.link)
	expect(html).toContain(`href="${options.link.replace('&', '&amp;')}"`)
	for (const part of [html, text]) {
		expect(part).toContain('The link works once, for an hour.')
		expect(part).toContain('ada@student.test was entered at shop.test')
		expect(part).not.toContain('code')
	}
})

test('a code is shown where there is one', () => {
	const { html, text } = confirmationMail({ ...options, code: '012345', lifetimeMinutes: 30 })
	for (const part of [html, text]) {
		expect(part).toContain('012345')
		expect(part).toContain('for 30 minutes')
	}
})

test('the page loads nothing from anywhere and breaks out of no attribute', () => {
	const { html } = confirmationMail({ ...options, to: '"><img src=x>@student.test' })
	expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i)
})
