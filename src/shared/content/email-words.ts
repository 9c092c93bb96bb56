import { z } from 'zod'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { isRecord } from '#shared/json.ts'
import { dataNotices, type MailTexts, moneyNotices, type NamedMailTexts } from '#shared/mail-texts.ts'
import { withShopName } from './shop-name.ts'
import { words } from './words.ts'

/** The document with the words of the emails. */
export const emailsName = { kind: 'site', id: 'emails' } as const

const longestText = 1_000
const longestSubject = 150

/** The placeholders that every text may use. */
const placeholders = ['address', 'site']
/** The placeholders that only some emails may use. */
const further: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
	['security_notice', ['when']],
	['account_deleted', ['when']],
	['factor_removal', ['when']],
	['notice_confirmation', ['product']],
	['release_notice', ['product']],
	['review_request', ['product']],
	['edition_notice', ['product']],
	...dataNotices.map((name) => [name, ['when']] as const),
	...moneyNotices.map((name) => [name, ['when', 'product', 'amount']] as const),
])

/** What the editor calls emails that have no subject of their own. */
const emailTitles: ReadonlyMap<string, string> = new Map([
	['security_notice', 'Every email about a change to an account'],
	['announcement', 'Around every announcement'],
])

/** What the editor calls the texts of an email. */
const textTitles: ReadonlyMap<string, string> = new Map([
	['subject', 'Subject'],
	['title', 'Heading'],
	['preheader', 'Preview in a list of emails'],
	['lead', 'Opening'],
	['plainLead', 'Opening in plain text, before the link'],
	['happened', 'What happened'],
	['next', 'What follows'],
	['nextForBundle', 'What follows for a bundle'],
	['when', 'When it happened'],
	['advice', 'What to do'],
	['keep', 'If the reader did it'],
	['wait', 'If someone else did'],
	['lasts', 'How long the link works'],
	['last', 'No other email follows'],
	['honest', 'What is welcome'],
	['gone', 'What is deleted'],
	['kept', 'What is kept'],
	['pending', 'About an open payment'],
	['notYou', 'If it was someone else'],
	['notAsked', 'The same if you deleted the account'],
	['button', 'Button'],
	['codeLead', 'Before the code'],
	['contact', 'Link to the contact page'],
	['stop', 'Link that stops such emails'],
	['why', 'At the end: why it was sent'],
])

/** The words of the emails that an owner may change. The law or the software says the others. */
export const emailsSchema = z
	.strictObject(
		Object.fromEntries(
			Object.entries(standardMailTexts).map(([name, texts]) => [name, emailSchema(name, { ...texts })]),
		),
	)
	.meta({ title: 'Every email' })

function emailSchema(name: string, texts: Readonly<Record<string, string>>) {
	const allowed = [...placeholders, ...(further.get(name) ?? [])].map((each) => `{${each}}`)
	return z
		.strictObject(
			Object.fromEntries(
				Object.entries(texts).map(([field, text]) => [
					field,
					// An email without a button has no words for one.
					text === '' ? z.literal('') : textSchema(field, allowed),
				]),
			),
		)
		.meta({
			title: titleOf(name, texts.subject),
			description: `In braces, a text may have ${allowed.join(', ')}.`,
		})
}

/** Returns what the editor calls an email: its subject, and its name too if others have the same subject. */
function titleOf(name: string, subject = ''): string {
	const others = Object.values(standardMailTexts).filter((one) => 'subject' in one && one.subject === subject)
	const title = emailTitles.get(name) ?? subject
	return others.length > 1 ? `${title} (${name.replaceAll(/[_-]/g, ' ')})` : title
}

/** One line of plain text. A line break in a subject would begin another header of the email. */
function textSchema(field: string, allowed: readonly string[]) {
	return words(field === 'subject' ? longestSubject : longestText)
		.refine((text) => text.isWellFormed() && (text === '' || text.trim() !== ''), 'has no words')
		.refine(
			(text) =>
				[...text.matchAll(/\{[^{}]*\}/g)].every(([whole]) => allowed.includes(whole)) &&
				!/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, '')),
			`may have ${allowed.join(', ')} in braces, and no other braces`,
		)
		.meta({ title: textTitles.get(field) ?? field })
}

/** Returns the texts with the shop's name, and in those that are the standard ones. */
export function namedMailTexts(texts: MailTexts, shop: string): NamedMailTexts {
	return { ...withShopName(texts, standardMailTexts, shop), shop }
}

/** Returns the standard texts with those that the content of the document has instead. Others, and what has faults, stay. */
export function mailTextsIn(content: unknown): MailTexts {
	const texts = structuredClone(standardMailTexts)
	if (!isRecord(content)) return texts
	for (const [name, mail] of Object.entries(texts)) {
		const given = content[name]
		const schemas = emailsSchema.shape[name]?.shape
		if (!isRecord(given) || schemas === undefined) continue
		const own = Object.entries(given).filter(([field, text]) => schemas[field]?.safeParse(text).success)
		Object.assign(mail, Object.fromEntries(own))
	}
	return texts
}
