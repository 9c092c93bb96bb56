/** What a reader sees in the place of an insertion comes from the settings and from what the software does, so that it stays true. */
export const insertions = [
	{ name: 'seller-name', title: 'The seller’s name', inLine: true },
	{ name: 'seller-email', title: 'The shop’s email address', inLine: true },
	{ name: 'seller-details', title: 'The seller’s name, address, email and registrations', inLine: false },
	{ name: 'where-we-sell', title: 'Where the shop sells (Settings decides it)', inLine: false },
	{ name: 'stored-data', title: 'What is stored, why, and for how long', inLine: false },
	{ name: 'optional-receivers', title: 'Who else sees it if a setting is on', inLine: false },
	{ name: 'sign-in-cookie', title: 'The cookie of “Continue with Google”, if that is on', inLine: false },
	{ name: 'browser-storage', title: 'What the browser stores', inLine: false },
	{ name: 'page-views', title: 'How page views are counted, with the switch', inLine: false },
] as const

export type Insertion = (typeof insertions)[number]['name']

/** Returns what an owner calls an insertion. */
export function insertionTitle(name: string): string {
	return insertions.find((one) => one.name === name)?.title ?? name
}

/** Returns whether an insertion stands within a sentence. */
export function isInLine(name: Insertion): boolean {
	return insertions.some((one) => one.name === name && one.inLine)
}

/** The blocks that are one line of text, and those that are lists of lines. */
export const textKinds = ['paragraph', 'h2', 'h3', 'note'] as const
export const listKinds = ['bullets', 'numbers'] as const

/** A stretch of text in one form, or an insertion. A plain text has no form. */
export type Run =
	| string
	| {
			readonly text: string
			/** An address that `isLinkAddress` allows. */
			readonly link?: string
			readonly strong?: true
			/** Under the highlighter. */
			readonly marked?: true
	  }
	| { readonly insert: Insertion }

export type Line = readonly Run[]

export type Block =
	| { readonly kind: (typeof textKinds)[number]; readonly text: Line }
	| { readonly kind: (typeof listKinds)[number]; readonly items: readonly Line[] }
	| { readonly kind: 'insertion'; readonly insert: Insertion }

/** Text with a little form, one block after another. It can't nest, and it can't carry markup. */
export type RichText = readonly Block[]

const longestAddress = 300

/** Returns whether a link may lead to an address: a page of the web, a page of this site, or an email address. */
export function isLinkAddress(address: string): boolean {
	if (address.length > longestAddress || !/^[!-~]+$/.test(address) || /[\\"<>^`{|}]/.test(address))
		return false
	if (address.startsWith('/')) return !address.startsWith('//') && URL.canParse(address, 'https://site.test')
	if (/^mailto:[^@:/?#]+@[^@:/?#]+$/.test(address)) return true
	const url = URL.parse(address)
	return address.startsWith('https://') && url !== null && url.username === '' && url.hostname.includes('.')
}

/** Returns the lines of a text, without those that are insertions. */
export function linesOf(text: RichText): Line[] {
	return text.flatMap((block) =>
		block.kind === 'insertion' ? [] : 'items' in block ? block.items : [block.text],
	)
}

/** Returns the insertions that a text has. */
export function insertionsIn(text: RichText): Insertion[] {
	return [
		...text.flatMap((block) => (block.kind === 'insertion' ? [block.insert] : [])),
		...linesOf(text).flatMap((line) =>
			line.flatMap((run) => (typeof run !== 'string' && 'insert' in run ? [run.insert] : [])),
		),
	]
}

/** Writes a text without its form, one line after another. Insertions are named in brackets. */
export function plainText(text: RichText): string {
	return text.map((block) => blockIn(block, plainRun, '')).join('\n')
}

interface FileText {
	/** Returns what stands for an insertion. */
	insertion: (name: Insertion) => string
	/** Origin of the shop, for links to its own pages. */
	siteUrl: string
}

/** Writes a text for a file without form, with the values of its insertions and the addresses of its links. */
export function fileText(text: RichText, { insertion, siteUrl }: FileText): string {
	const write = (run: Run) => {
		if (typeof run === 'string') return run
		if ('insert' in run) return insertion(run.insert)
		return run.link === undefined ? run.text : `${run.text} (${new URL(run.link, siteUrl).href})`
	}
	return text.map((block) => blockIn(block, write, '')).join('\n\n')
}

/** Writes a text in one paragraph and names its form in brackets, so that every change of it is a change of these words. */
export function inPlainWords(text: RichText): string {
	return text.map((block) => blockIn(block, describedRun, formNames.get(block.kind) ?? '')).join(' ¶ ')
}

const formNames: ReadonlyMap<Block['kind'], string> = new Map([
	['h2', ' [heading]'],
	['h3', ' [small heading]'],
	['note', ' [note in the margin]'],
])

function blockIn(block: Block, write: (run: Run) => string, form: string): string {
	if (block.kind === 'insertion') return write({ insert: block.insert })
	if ('text' in block) return block.text.map(write).join('') + form
	const mark = (index: number) => (block.kind === 'bullets' ? '•' : `${index + 1}.`)
	return block.items
		.map((item, index) => `${mark(index)} ${item.map(write).join('')}`)
		.join(write === describedRun ? ' ' : '\n')
}

function plainRun(run: Run): string {
	if (typeof run === 'string') return run
	return 'insert' in run ? `[${insertionTitle(run.insert)}]` : run.text
}

function describedRun(run: Run): string {
	if (typeof run === 'string' || 'insert' in run) return plainRun(run)
	const { text, link, strong, marked } = run
	const form = [link, strong && 'strong', marked && 'highlighted'].filter(Boolean).join(', ')
	return form === '' ? text : `${text} [${form}]`
}
