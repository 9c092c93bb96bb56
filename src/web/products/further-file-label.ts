import type { FurtherFile } from '#catalogue/further-files.ts'

/** "Phone edition (PDF)", "E-book (EPUB)", or "Worksheets (ZIP)" for `…-worksheets.zip`. */
export function furtherFileLabel({ name, format }: FurtherFile): string {
	if (format === 'EPUB') return 'E-book (EPUB)'
	const kind = /-(\w+)\.\w+$/.exec(name)?.[1] ?? 'extras'
	const words = kind === 'phone' ? 'phone edition' : kind
	return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} (${format})`
}
