import { z } from 'zod'
import type { RichTextLimits } from './form-field.ts'
import {
	insertions,
	insertionsIn,
	insertionTitle,
	isInLine,
	isLinkAddress,
	type Line,
	linesOf,
	listKinds,
	plainText,
	type RichText,
	textKinds,
} from './rich-text.ts'
import { words } from './words.ts'

export const insertionSchema = z.enum(insertions.map(({ name }) => name))
const line = z.array(
	z.union([
		z.string(),
		z.strictObject({
			text: z.string(),
			link: z.string().exactOptional(),
			strong: z.literal(true).exactOptional(),
			marked: z.literal(true).exactOptional(),
		}),
		z.strictObject({ insert: insertionSchema }),
	]),
)

/** What a field of rich text may have, as its schema says it with `.meta`. */
export const richTextLimits: z.ZodType<RichTextLimits> = z.object({
	most: z.int(),
	insert: z.array(insertionSchema).optional(),
	isLong: z.boolean().optional(),
})

/** The shape of rich text, which drafts have too. Whether it can be published is checked besides. */
export const richTextShape: z.ZodType<RichText> = z.array(
	z.discriminatedUnion('kind', [
		z.strictObject({ kind: z.enum(textKinds), text: line }),
		z.strictObject({ kind: z.enum(listKinds), items: z.array(line) }),
		z.strictObject({ kind: z.literal('insertion'), insert: insertionSchema }),
	]),
)

/** Says which addresses a link may have (`isLinkAddress`). */
export const linkRule = 'links begin with https://, with mailto: or, to a page of this site, with /'

/** The most blocks of a text, items of a list, and pieces of a line. */
const mostParts = 200

/** Returns the schema of a text with a little form. The editor reads what it may have from `.meta`. */
export function richText(limits: RichTextLimits) {
	return richTextShape
		.superRefine((text, { addIssue }) => {
			for (const fault of faultsIn(text, limits)) addIssue(fault)
		})
		.meta({ rich: limits })
}

/** Says what is wrong with a text in words for its whole field: a path into it would mean nothing to who reads it. */
function faultsIn(text: RichText, { most, insert: allowed = [], isLong = false }: RichTextLimits): string[] {
	const lines = linesOf(text)
	const runs = lines.flat()
	const texts = runs.flatMap((run) => (typeof run === 'string' ? run : 'text' in run ? run.text : []))
	const links = runs.flatMap((run) => (typeof run === 'string' || !('link' in run) ? [] : (run.link ?? [])))
	const named = insertionsIn(text)
	const standing = text.flatMap((block) => (block.kind === 'insertion' ? block.insert : []))
	const lists = text.flatMap((block) => ('items' in block ? [block.items] : []))
	return [
		...(text.length === 0 ? ['can’t be empty'] : []),
		...(lists.some(({ length }) => length === 0) || lines.some(isEmpty) ? ['has an empty line'] : []),
		...([text, ...lists, ...lines].some(({ length }) => length > mostParts) ? ['has too many parts'] : []),
		...(plainText(text).length > most
			? [`is too long: ${most.toLocaleString('en-GB')} characters at most`]
			: []),
		...(texts.every((one) => one === '' || isWritable(one))
			? []
			: ['can’t have line breaks, or hidden marks that turn its direction']),
		...links
			.filter((address) => !isLinkAddress(address))
			.map((address) => `has a link to “${address.slice(0, 60)}”: ${linkRule}`),
		...(isLong || text.every(({ kind }) => kind !== 'h2') ? [] : ['has a large heading']),
		...named.filter((name) => !allowed.includes(name)).map((name) => `can’t have “${insertionTitle(name)}”`),
		...(named.some((name) => isInLine(name) === standing.includes(name))
			? ['has an insertion in the wrong place']
			: []),
	]
}

function isEmpty(line: Line): boolean {
	return (
		line.every((run) => typeof run !== 'object' || !('insert' in run)) &&
		plainText([{ kind: 'paragraph', text: line }]).trim() === ''
	)
}

const written = words(Number.MAX_SAFE_INTEGER)

function isWritable(text: string): boolean {
	return text.isWellFormed() && written.safeParse(text).success
}
