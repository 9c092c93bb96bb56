import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { sampleEmails } from '#server/boot/sample-emails.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'

export { comingGuide } from '#server/boot/sample-emails.ts'

/** One of every email that the shop sends, for tests of what they have in common. */
export const everyEmail = sampleEmails({
	to: 'priya.natarajan@student.test',
	ownerAddress: 'owner@shop.test',
	siteUrl: 'https://shop.test',
	adminUrl: 'https://admin.shop.test',
	texts: namedMailTexts(standardMailTexts, 'Headstart'),
	seller: 'Headstart Guides Ltd, 1 Quayside, Newcastle upon Tyne NE1 3DE, help@shop.test',
	vatNumber: 'GB123456789',
	terms: { name: 'Terms of 1 December 2026.txt', text: 'TERMS\n' },
	at: new Date('2026-12-01T15:30:00Z'),
})

/** Returns what the HTML of an email would load. A picture that is part of the email is not loaded. */
export function loadedBy(html: string): string[] {
	return (
		html.replaceAll(/<img src="cid:[\w@-]+"/g, '').match(/<(img|script|link|iframe)\b|url\(|@import/gi) ?? []
	)
}
