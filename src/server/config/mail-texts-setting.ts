import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dataNotices, type MailTexts, moneyNotices } from './mail-texts.ts'
import { standardMailTexts } from './standard-mail-texts.ts'

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

/** The path of a JSON file that replaces some of the texts. Read once, at the start. */
export const mailTextsFile = z.string().transform((path, context): MailTexts => {
	const read = readTexts(path)
	if ('fault' in read) {
		context.addIssue(`${path} ${read.fault}`)
		return z.NEVER
	}
	return read.texts
})

function readTexts(path: string): { texts: MailTexts } | { fault: string } {
	let given: unknown
	try {
		given = JSON.parse(readFileSync(path, 'utf8'))
	} catch (error) {
		return { fault: error instanceof SyntaxError ? 'is not JSON' : 'cannot be read' }
	}
	const parsed = changesSchema.safeParse(given)
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		return { fault: `has a fault at ${issue?.path.join('.') || 'the top level'}: ${issue?.message}` }
	}
	const texts = structuredClone(standardMailTexts)
	for (const [name, mail] of Object.entries(texts)) Object.assign(mail, parsed.data[name])
	return { texts }
}

/** The file need not contain every email, nor every text of an email. Unknown emails and texts are rejected. */
const changesSchema: z.ZodType<Record<string, Record<string, string | undefined> | undefined>> =
	z.strictObject(
		Object.fromEntries(
			Object.entries(standardMailTexts).map(([name, texts]) => [name, mailSchema(name, texts).optional()]),
		),
		{ error: 'must be an object whose names are those of the emails' },
	)

function mailSchema(name: string, texts: object) {
	const allowed = [...placeholders, ...(further.get(name) ?? [])]
	return z.strictObject(
		Object.fromEntries(Object.keys(texts).map((field) => [field, textSchema(field, allowed).optional()])),
		{ error: `takes these texts: ${Object.keys(texts).join(', ')}` },
	)
}

/** One line of plain text. A line break in a subject would begin another header of the email. */
function textSchema(field: string, allowed: readonly string[]) {
	const longest = field === 'subject' ? longestSubject : longestText
	return z
		.string('must be a text')
		.trim()
		.min(1, 'must not be empty')
		.max(longest, `must have ${longest} characters or fewer`)
		.refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must be one line of plain characters')
		.refine(
			(text) =>
				[...text.matchAll(/\{([^{}]*)\}/g)].every(([, name = '']) => allowed.includes(name)) &&
				!/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, '')),
			`may name ${allowed.map((name) => `{${name}}`).join(', ')} in braces, and no other braces`,
		)
}
