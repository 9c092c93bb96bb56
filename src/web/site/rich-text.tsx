import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block, Insertion, Line, RichText, Run } from '#shared/content/rich-text.ts'
import { BulletList } from '#web/ui/section.tsx'

interface WrittenProps {
	text: RichText
	/** Shows what the settings and the software say. */
	insertion: (name: Insertion) => ReactNode
}

/** Shows a text that an owner has written. Only the server renders it, or a browser that came by a link on the site. */
export function Written({ text, insertion }: WrittenProps) {
	const show = (line: Line) =>
		line.map((run, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no names and never move
			<Piece key={index} run={run} isAlone={line.length === 1} insertion={insertion} />
		))
	return text.map((block, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names and never move
		<ShownBlock key={index} block={block} show={show} insertion={insertion} />
	))
}

interface ShownBlockProps extends Pick<WrittenProps, 'insertion'> {
	block: Block
	show: (line: Line) => ReactNode
}

function ShownBlock({ block, show, insertion }: ShownBlockProps) {
	if (block.kind === 'insertion') return insertion(block.insert)
	if (block.kind === 'bullets')
		return block.items.every(isLink) ? (
			<ul className="grid gap-2">
				{block.items.map((item, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: items have no names and never move
					<li key={index}>{show(item)}</li>
				))}
			</ul>
		) : (
			<BulletList items={block.items.map(show)} />
		)
	if ('items' in block)
		return (
			<ol className="grid list-decimal gap-3 pl-7">
				{block.items.map((item, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: items have no names and never move
					<li key={index}>{show(item)}</li>
				))}
			</ol>
		)
	const { kind, text } = block
	if (kind === 'h2') return <h2 className="text-subheading">{show(text)}</h2>
	if (kind === 'h3') return <h3 className="font-display font-semibold">{show(text)}</h3>
	const isOneInsertion = text.length === 1 && typeof text[0] === 'object' && 'insert' in text[0]
	const look = kind === 'note' ? 'margin-note' : isOneInsertion ? 'text-lead' : undefined
	return <p className={look}>{show(text)}</p>
}

/** Returns whether a line is a link and nothing else. */
function isLink(line: Line): boolean {
	const [run, ...others] = line
	return others.length === 0 && typeof run === 'object' && 'link' in run
}

interface PieceProps extends Pick<WrittenProps, 'insertion'> {
	run: Run
	/** Whether it is a whole line, so that a link in it must be tall enough for a finger. */
	isAlone: boolean
}

function Piece({ run, isAlone, insertion }: PieceProps) {
	if (typeof run === 'string') return run
	if ('insert' in run) return insertion(run.insert)
	const { text, link, strong, marked } = run
	const highlighted = marked ? <mark className="marked bg-transparent">{text}</mark> : text
	const written = strong ? <strong>{highlighted}</strong> : highlighted
	if (link === undefined) return written
	const look = isAlone ? 'link inline-flex min-h-11 items-center' : 'link'
	if (link.startsWith('/'))
		return (
			<Link to={link} className={look}>
				{written}
			</Link>
		)
	return (
		<a href={link} className={`${look} wrap-anywhere`}>
			{written}
		</a>
	)
}
