import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { findFaults } from '#shared/content/documents.ts'
import { emailsName, mailTextsIn } from '#shared/content/email-words.ts'
import { isRecord } from '#shared/json.ts'
import type { MailTexts } from '#shared/mail-texts.ts'

/**
 * The path of a JSON file that replaces some of the texts, with which the document of the emails begins. The file need not contain
 * every email, nor every text of an email.
 */
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
	if (!isRecord(given)) return { fault: 'must be an object whose names are those of the emails' }
	const standard: ReadonlyMap<string, object> = new Map(Object.entries(standardMailTexts))
	const changed = Object.fromEntries(
		Object.entries(given).map(([name, texts]) => [
			name,
			isRecord(texts) ? { ...standard.get(name), ...texts } : texts,
		]),
	)
	const [fault] = findFaults(emailsName, { ...standardMailTexts, ...changed })
	if (fault !== undefined) return { fault: `has a fault at ${fault.path || 'the top level'}: ${fault.says}` }
	return { texts: mailTextsIn(given) }
}
