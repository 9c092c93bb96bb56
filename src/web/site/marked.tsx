import type { HomePage } from '#shared/content/own-pages.ts'

interface MarkedProps {
	words: HomePage['headline']
	/** Whether the highlighter is drawn as the page opens. */
	drawn?: boolean
}

/** The words of a headline, with a part under the highlighter. */
export function Marked({ words: { before, marked, after }, drawn = false }: MarkedProps) {
	return (
		<>
			{before === undefined ? null : `${before} `}
			<span className={drawn ? 'marked drawn' : 'marked'}>{marked}</span>
			{after === undefined ? null : ` ${after}`}
		</>
	)
}
