import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { deletionMail } from '#server/apis/auth/account/confirm-deletion.ts'
import { oneTimeMail } from '#server/apis/auth/email-links/send-one-time-token.ts'
import { securityNoticeMail } from '#server/apis/auth/user/send-security-notice.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'
import type { MailTexts } from '#shared/mail-texts.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './settings.ts'

let folder = ''
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the texts of a shop whose owner has put this content into the file. */
async function textsOf(content: unknown) {
	const path = join(folder, 'texts.json')
	await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
	return readConfig({ MAIL_TEXTS: path }).mailTexts
}

async function faultOf(content: unknown): Promise<string> {
	try {
		await textsOf(content)
		return 'no fault'
	} catch (error) {
		if (error instanceof ConfigError) return error.message
		throw error
	}
}

const named = (texts: MailTexts) => namedMailTexts(texts, 'Headstart')
const link = 'https://shop.test/auth/confirm?token_hash=abc&type=signup'
const common = { to: 'ada@student.test', siteUrl: 'https://shop.test' }
const oneTime = {
	...common,
	kind: 'confirmation' as const,
	link,
	code: '012345',
	lifetimeMinutes: 60,
	codeMinutes: 10,
}
const at = new Date('2026-07-01T11:30:00Z')

test('without a file every email has its standard texts', () => {
	expect(readConfig({}).mailTexts).toEqual(standardMailTexts)
})

test('a text in the file replaces only the standard text of the same name', async () => {
	const texts = await textsOf({
		confirmation: {
			subject: 'Welcome to {site}',
			lead: 'Nearly there.',
			plainLead: 'Nearly there:',
			why: 'We write to {address}, who asked at {site}.',
		},
		security_notice: { when: 'That was on {when}.' },
		account_deleted: { gone: 'All of it is gone.' },
	})
	const mail = oneTimeMail({ ...oneTime, texts: named(texts) })
	expect(mail.subject).toBe('Welcome to shop.test')
	expect(mail.html).toContain('Nearly there.')
	expect(mail.text).toContain(`Nearly there:\n\n${link}`)
	for (const part of [mail.html, mail.text])
		expect(part).toContain('We write to ada@student.test, who asked at shop.test.')
	expect(mail.html).toContain('Confirm my email')
	const notice = securityNoticeMail({
		...common,
		notice: 'user_recovered',
		entryId: 'e',
		at,
		texts: named(texts),
	})
	const deletion = deletionMail({ ...common, userId: 'u', at, texts: named(texts) })
	for (const part of [notice.html, notice.text]) expect(part).toContain('That was on 1 July 2026 at 12:30.')
	for (const part of [deletion.html, deletion.text]) expect(part).toContain('All of it is gone.')
	expect(texts.recovery).toEqual(standardMailTexts.recovery)
})

test('markup in a text is escaped', async () => {
	const evil = '<img src=x onerror=alert(1)> & "quotes"'
	const confirmation = Object.fromEntries(
		Object.keys(standardMailTexts.confirmation).map((name) => [name, evil]),
	)
	const { html, text } = oneTimeMail({ ...oneTime, texts: named(await textsOf({ confirmation })) })
	expect(html).not.toContain('<img src=x')
	expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;')
	expect(text).toContain(evil)
})

test('a placeholder inside a filled-in value is not filled in', async () => {
	const texts = await textsOf({ confirmation: { why: 'To {address} from {site}.' } })
	const { text } = oneTimeMail({ ...oneTime, to: '{site}@student.test', texts: named(texts) })
	expect(text).toContain('To {site}@student.test from shop.test.')
})

test.each([
	['invalid JSON', '{', /is not JSON$/],
	['a list', [], /must be an object whose names are those of the emails$/],
	['an unknown email', { confirm: {} }, /has a fault at the top level: .*"confirm"$/],
	['an unknown text', { recovery: { body: 'x' } }, /at recovery: .*"body"$/],
	['a number in place of a text', { recovery: { lead: 7 } }, /at recovery\.lead: .*expected string/],
	['an empty text', { recovery: { lead: '  ' } }, /at recovery\.lead: has no words$/],
	[
		'a line break',
		{ recovery: { subject: 'a\r\nBcc: all' } },
		/at recovery\.subject: can’t have line breaks/,
	],
	[
		'a long subject',
		{ recovery: { subject: 'x'.repeat(151) } },
		/at recovery\.subject: is too long: 150 characters/,
	],
	[
		'an unknown placeholder',
		{ recovery: { why: '{name}' } },
		/may have \{address\}, \{site\} in braces, and no other braces/,
	],
	[
		'a placeholder of another email',
		{ recovery: { why: '{when}' } },
		/may have \{address\}, \{site\} in braces/,
	],
	['half a placeholder', { recovery: { why: '{address' } }, /may have \{address\}, \{site\} in braces/],
])(
	'a file with %s prevents the server from starting, with a one-line error',
	async (_what, content, fault) => {
		const message = await faultOf(content)
		expect(message).toMatch(fault)
		expect(message).toMatch(/^MAIL_TEXTS: \S+texts\.json /)
		expect(message).not.toContain('\n')
	},
)

test('a missing file prevents the server from starting', () => {
	expect(() => readConfig({ MAIL_TEXTS: join(folder, 'none.json') })).toThrow(
		/^MAIL_TEXTS: \S+ cannot be read$/,
	)
})
