import { z } from 'zod'
import { type Insertion, insertionsIn, insertionTitle, type RichText } from './rich-text.ts'
import { richText } from './rich-text-schema.ts'
import { words } from './words.ts'

interface Section {
	title: string
	text: RichText
}

interface TextPageParts {
	/** What must stay in it, because the law asks for it or because it says what the software does. */
	keeps?: readonly Insertion[]
	/** What else may be inserted. */
	offers?: readonly Insertion[]
}

/** Returns the schema of a page that is a text of titled sections. */
export function textPage(title: string, { keeps = [], offers = [] }: TextPageParts) {
	const insert: readonly Insertion[] = ['seller-name', 'seller-email', ...keeps, ...offers]
	return z
		.strictObject({
			title: words(60).meta({ title: 'Title', description: 'On the page and in search results.' }),
			description: words(200).meta({
				title: 'Description in search results',
				description: 'Search engines show 120 to 160 characters.',
			}),
			intro: words(400).meta({ title: 'First sentences' }),
			changed: words(40).exactOptional().meta({
				title: 'Last changed on',
				description: 'Shown below the title. Give it a new date if you change what the text means.',
			}),
			sections: z
				.array(
					z.strictObject({
						title: words(80).meta({ title: 'Title' }),
						text: richText({ most: 6_000, insert }).meta({ title: 'Text' }),
					}),
				)
				.min(1)
				.max(40)
				.superRefine((sections, { addIssue }) => {
					for (const fault of faultsIn(sections, keeps)) addIssue(fault)
				})
				.readonly()
				.meta({ title: 'Sections' }),
		})
		.meta({ title })
}

export type TextPage = z.infer<ReturnType<typeof textPage>>

function faultsIn(sections: readonly Section[], keeps: readonly Insertion[]): string[] {
	const inserted = sections.flatMap(({ text }) => insertionsIn(text))
	return [
		...keeps
			.filter((name) => inserted.filter((one) => one === name).length !== 1)
			.map((name) => `must have “${insertionTitle(name)}” once`),
		...(sections.some(({ text }) => text.length > 1 && insertionsIn(text).includes('page-views'))
			? [`must have “${insertionTitle('page-views')}” in a section of its own`]
			: []),
	]
}
