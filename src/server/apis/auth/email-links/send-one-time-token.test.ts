import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { oneTimeMail } from '#server/apis/auth/email-links/send-one-time-token.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'
import { waitingGuideAt } from '#shared/paths.ts'
import { loadedBy } from '#test/every-email.ts'

const options = {
	kind: 'confirmation' as const,
	to: 'ada@student.test',
	link: 'https://shop.test/auth/confirm?token_hash=abc&type=signup',
	code: undefined,
	lifetimeMinutes: 60,
	codeMinutes: 10,
	siteUrl: 'https://shop.test',
	texts: namedMailTexts(standardMailTexts, 'Headstart'),
}

test('HTML and text have the same content: the link, how long it works and the reason for the email', () => {
	const { html, text } = oneTimeMail(options)
	expect(text).toContain(options.link)
	expect(html).toContain(`href="${options.link.replace('&', '&amp;')}"`)
	for (const part of [html, text]) {
		expect(part).toContain('The link works once, within an hour.')
		expect(part).toContain('ada@student.test was entered at shop.test')
		expect(part).not.toContain('code')
	}
})

test('names the guide that the user asked for, with its price', () => {
	const waiting = (path: string) => oneTimeMail({ ...options, guide: waitingGuideAt(catalogue, path) })
	const paid = waiting('/get/cv-secrets')
	for (const part of [paid.html, paid.text]) {
		expect(part).toContain('CV Secrets No One Tells You')
		expect(part).toContain('£14.99, once')
		expect(part).toContain('Nothing is charged until you pay at the checkout.')
	}
	expect(waiting('/get/student-guide').text).toContain(
		'Student Guide\nFree. It waits for you until you’re signed in.',
	)
	// What it costs with a code only the pages know, so no other price is named.
	const withCode = oneTimeMail({
		...options,
		guide: waitingGuideAt(catalogue, '/get/cv-secrets'),
		hasLinkCode: true,
	})
	for (const part of [withCode.html, withCode.text]) {
		expect(part).toContain('at the price with your code')
		expect(part).not.toContain('£')
	}
	expect(waiting('/premium').text).toBe(oneTimeMail(options).text)
})

test('shows a code if there is one', () => {
	const { html, text } = oneTimeMail({ ...options, code: '012345', lifetimeMinutes: 30 })
	for (const part of [html, text]) {
		expect(part).toContain('012345')
		expect(part).toContain('The link works once, within 30 minutes. The code works for 10 minutes.')
	}
})

test('the HTML loads nothing and escapes every attribute', () => {
	const { html } = oneTimeMail({ ...options, to: '"><img src=x>@student.test' })
	expect(loadedBy(html)).toEqual([])
})

test.each([
	['magic-link', 'Sign in'],
	['recovery', 'Choose a new password'],
	['email-change-current', 'Yes, change my address'],
	['email-change-new', 'Confirm my new address'],
] as const)('the email of kind %s has its button, its link and its reason', (kind, label) => {
	const { html, text, subject } = oneTimeMail({ ...options, kind })
	expect(html).toContain(`>${label}</a>`)
	expect(text).toContain(options.link)
	expect(subject).toContain('Headstart')
	for (const part of [html, text]) {
		expect(part).toContain('ada@student.test')
		expect(part).toContain('If that wasn’t you')
	}
})

test('the email before a sensitive change contains a code and no link', () => {
	const { html, text } = oneTimeMail({
		...options,
		kind: 'reauthentication',
		link: undefined,
		code: '012345',
	})
	for (const part of [html, text]) {
		expect(part).toContain('012345')
		expect(part).toContain('The code works once')
		expect(part).not.toContain('/auth/confirm')
	}
})
