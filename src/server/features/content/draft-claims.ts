import { DecisionError } from '#server/shop/plan.ts'
import type { AnsweredClaim, ClaimAnswer } from '#shared/admin/content.ts'
import type { DocumentName } from '#shared/content/documents.ts'
import { formOf, titleOf } from '#shared/content/form.ts'
import type { FormField } from '#shared/content/form-field.ts'
import { isLinkAddress, linesOf, plainText } from '#shared/content/rich-text.ts'
import { richTextShape } from '#shared/content/rich-text-schema.ts'
import { isRecord } from '#shared/json.ts'
import type { StoredDocument } from './document-rows.ts'
import { shortened } from './sentences.ts'
import { sentencesLikeClaims } from './sounds-like-claim.ts'

/** A sentence, such as one that sounds like a claim, and the titles of the field that it stands in. */
type FoundClaim = Pick<AnsweredClaim, 'field' | 'sentence'>

/** Finds the sentences of a draft that sound like claims, without those that are published already or that came with the shop. */
export function findDraftClaims(
	document: Pick<StoredDocument, 'kind' | 'id' | 'draft' | 'published' | 'of_release'>,
): FoundClaim[] {
	const { draft, published, of_release: ofRelease } = document
	const asked = new Set(
		[published, ofRelease].flatMap((content) => claimsIn(document, content)).map(sentenceOf),
	)
	return claimsIn(document, draft).filter(({ sentence }) => !asked.has(sentence) && asked.add(sentence))
}

/** Returns what an owner has answered about each sentence of a draft. Throws `DecisionError` unless each has one answer. */
export function answeredClaims(
	found: readonly FoundClaim[],
	answers: readonly ClaimAnswer[],
): AnsweredClaim[] {
	const sentences = found.map(sentenceOf)
	const other = answers.find(({ sentence }) => !sentences.includes(sentence))
	if (other !== undefined) throw new DecisionError(`Nothing asks about “${shortened(other.sentence)}”.`)
	if (new Set(answers.map(sentenceOf)).size < answers.length)
		throw new DecisionError('A sentence has two answers.')
	const open = found.filter(({ sentence }) => answers.every((answer) => answer.sentence !== sentence))
	if (open.length > 0)
		throw new DecisionError(
			`Is this a claim? Say what shows it, or that it isn’t one: ${open.map(({ field, sentence }) => `“${sentence}” (${field})`).join('; ')}.`,
		)
	return found.map(({ field, sentence }) => {
		const evidence = answers.find((answer) => answer.sentence === sentence)?.evidence ?? null
		return { field, sentence, evidence }
	})
}

/** Says what is kept of the answers. */
export function answerSentences(claims: readonly AnsweredClaim[]): string[] {
	return claims.map(({ sentence, evidence }) =>
		evidence === null
			? `Keeps with this version that “${shortened(sentence, 80)}” isn’t a claim.`
			: `Keeps with this version what shows “${shortened(sentence, 80)}”: ${shortened(evidence, 80)}`,
	)
}

function sentenceOf({ sentence }: { sentence: string }): string {
	return sentence
}

function claimsIn(name: DocumentName, content: unknown): FoundClaim[] {
	return findSentences(name, content, sentencesLikeClaims)
}

/** Returns the sentences that `find` finds in the texts of a document, and the titles of the fields that they stand in. */
export function findSentences(
	name: DocumentName,
	content: unknown,
	find: (text: string) => string[],
): FoundClaim[] {
	const form = formOf(name)
	return textsIn(form, content).flatMap(({ path, text }) =>
		find(text).map((sentence) => ({ field: titleOf(form, path.join('.')), sentence })),
	)
}

/** Returns the texts of a document that its owner writes. What visitors see only once it is confirmed is asked about there. */
function textsIn(
	field: FormField,
	value: unknown,
	path: readonly string[] = [],
): { path: readonly string[]; text: string }[] {
	if (field.fixed !== undefined || field.confirmed === true) return []
	if (field.kind === 'text')
		return typeof value === 'string' && !isLinkAddress(value) ? [{ path, text: value }] : []
	if (field.kind === 'rich')
		return linesOf(richTextShape.safeParse(value).data ?? []).map((line) => ({
			path,
			text: plainText([{ kind: 'paragraph', text: line }]),
		}))
	if (field.item !== undefined && Array.isArray(value)) {
		const { item } = field
		return value.flatMap((one, index) => textsIn(item, one, [...path, String(index)]))
	}
	if (!isRecord(value)) return []
	return (field.fields ?? []).flatMap((inner) => textsIn(inner, value[inner.name], [...path, inner.name]))
}
