import { Fragment, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useScrollStop } from '#web/ui/focus.ts'
import type { ChapterMatches, FoundPart } from './find-text.ts'
import type { GuideChapter } from './read-guide.ts'
import { type ChapterElement, type ChapterNode, textOf } from './read-html.ts'
import { Sheet } from './sheet.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import { SheetInput } from './sheet-input.tsx'
import { hasFields, readChoice, readFieldTable } from './sheet-lines.ts'
import type { TypedFields } from './typed-fields.ts'
import type { Ticks } from './use-ticks.ts'

interface ChapterTextProps {
	chapter: GuideChapter
	/** The matches of a search in this chapter. */
	matches: ChapterMatches | undefined
	/** The number of the current match; null if it is in another chapter. */
	current: number | null
	ticks: Ticks
	fields: TypedFields
}

/** A chapter: its heading and text, with the matches of a search marked, boxes to tick, and sheets to fill in. */
export const ChapterText = memo(function ChapterText({
	chapter,
	matches,
	current,
	ticks,
	fields,
}: ChapterTextProps) {
	const { id, title, nodes } = chapter
	// Texts and boxes are numbered in the order in which they are rendered.
	let texts = 0
	let boxes = 0
	let section = title

	function contentOf(children: readonly ChapterNode[]): ReactNode {
		return children.map((node, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: an edition's text never changes
			<Fragment key={index}>{typeof node === 'string' ? marked(node) : elementOf(node)}</Fragment>
		))
	}
	function marked(text: string): ReactNode {
		const parts = matches?.get(texts)
		texts += 1
		return parts === undefined ? text : <Found text={text} parts={parts} current={current} />
	}
	function elementOf(element: ChapterElement): ReactNode {
		const { tag: Tag, id: place, kind, href, scope, value, field, children } = element
		const className = kind ?? undefined
		if (Tag === 'h3') section = textOf(children)
		if (kind === 'sheet')
			return (
				<Sheet title={section} nodes={children} fields={fields}>
					{contentOf(children)}
				</Sheet>
			)
		if (field?.kind === 'choice') {
			const { question, options } = readChoice(element)
			return (
				<SheetChoice
					name={field.name}
					question={contentOf(question)}
					options={options.map(({ children }) => ({ text: textOf(children), label: contentOf(children) }))}
					fields={fields}
				/>
			)
		}
		if (field !== null) return <SheetInput field={field} label={contentOf(children)} fields={fields} />
		switch (Tag) {
			case 'br':
				return <br />
			case 'a':
				return <TextLink href={href}>{contentOf(children)}</TextLink>
			case 'table':
				return hasFields(element) ? fieldsOf(element) : <WideTable>{contentOf(children)}</WideTable>
			case 'th':
				// The empty corner of a table is not a header.
				return children.length === 0 ? <td /> : <th scope={scope}>{contentOf(children)}</th>
			case 'ul':
				return <ul className={className}>{kind === 'ticks' ? children.map(tickOf) : contentOf(children)}</ul>
			case 'li':
				return <li value={value ?? undefined}>{contentOf(children)}</li>
			default:
				return (
					<Tag id={place ?? undefined} className={className}>
						{contentOf(children)}
					</Tag>
				)
		}
	}
	/** A table to fill in. Its rows would be too wide for a phone, so each is a group of fields. */
	function fieldsOf(table: ChapterElement): ReactNode {
		const { labels, rows } = readFieldTable(table)
		const heads = labels.map(({ children }) => contentOf(children))
		return rows.map(({ prefix, title: rowTitle, fields: inRow }, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: an edition's text never changes
			<fieldset key={index} className="sheet-row">
				<legend>
					{prefix}
					{contentOf(rowTitle)}
				</legend>
				{inRow.map(({ field, column }) => (
					<SheetInput key={field.name} field={field} label={heads[column]} fields={fields} />
				))}
			</fieldset>
		))
	}
	function tickOf(item: ChapterNode, index: number): ReactNode {
		if (typeof item === 'string') return null
		const labelId = `${id}-box-${boxes}`
		boxes += 1
		return (
			<li key={index}>
				<TickBox name={textOf(item.children)} labelId={labelId} ticks={ticks} />
				<span id={labelId}>{contentOf(item.children)}</span>
			</li>
		)
	}

	return (
		<section id={id} className="guide-chapter">
			<h2 tabIndex={-1} className="text-heading">
				{title}
			</h2>
			<div className="chapter">{contentOf(nodes)}</div>
		</section>
	)
})

/** A table that scrolls sideways if it is too wide. The keyboard can scroll it too. */
function WideTable({ children }: { children: ReactNode }) {
	const stop = useScrollStop()
	return (
		<figure className="table-scroll" {...stop}>
			<table>{children}</table>
		</figure>
	)
}

interface FoundProps {
	text: string
	parts: readonly FoundPart[]
	current: number | null
}

function Found({ text, parts, current }: FoundProps) {
	return (
		<>
			{parts.map(({ start, end, match }, index) => (
				<Fragment key={start}>
					{text.slice(parts[index - 1]?.end ?? 0, start)}
					<mark className="found" data-match={match} data-current={match === current || undefined}>
						{text.slice(start, end)}
					</mark>
				</Fragment>
			))}
			{text.slice(parts.at(-1)?.end)}
		</>
	)
}

function TextLink({ href, children }: { href: string | null; children: ReactNode }) {
	if (href === null) return children
	return href.startsWith('#') ? (
		<Link className="link" to={href}>
			{children}
		</Link>
	) : (
		<a className="link" href={href}>
			{children}
		</a>
	)
}

interface TickBoxProps {
	/** The text beside the box. It identifies the stored tick. */
	name: string
	labelId: string
	ticks: Ticks
}

function TickBox({ name, labelId, ticks: { isTicked, tick } }: TickBoxProps) {
	return (
		<input
			type="checkbox"
			className="tick-box"
			aria-labelledby={labelId}
			checked={isTicked(name)}
			onChange={(event) => tick(name, event.target.checked)}
		/>
	)
}
