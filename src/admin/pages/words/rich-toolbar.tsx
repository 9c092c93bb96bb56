import type { ChainedCommands, Editor } from '@tiptap/core'
import { Toolbar } from 'radix-ui'
import { useEffect, useReducer, useState } from 'react'
import { Select } from '#admin/ui/select.tsx'
import type { RichTextLimits } from '#shared/content/form-field.ts'
import { type Insertion, insertionTitle, isInLine, isLinkAddress } from '#shared/content/rich-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

interface RichToolbarProps {
	editor: Editor
	/** The name of the field. */
	label: string
	limits: RichTextLimits
}

interface Form {
	name: string
	isOn: (editor: Editor) => boolean
	toggle: (chain: ChainedCommands) => ChainedCommands
}

const strong: Form = {
	name: 'Strong',
	isOn: (editor) => editor.isActive('bold'),
	toggle: (chain) => chain.toggleBold(),
}
const highlighter: Form = {
	name: 'Highlighter',
	isOn: (editor) => editor.isActive('highlight'),
	toggle: (chain) => chain.toggleMark('highlight'),
}
const heading = (level: 2 | 3, name: string): Form => ({
	name,
	isOn: (editor) => editor.isActive('heading', { level }),
	toggle: (chain) => chain.toggleHeading({ level }),
})
const blocks: readonly Form[] = [
	{
		name: 'Bullets',
		isOn: (editor) => editor.isActive('bulletList'),
		toggle: (chain) => chain.toggleBulletList(),
	},
	{
		name: 'Numbers',
		isOn: (editor) => editor.isActive('orderedList'),
		toggle: (chain) => chain.toggleOrderedList(),
	},
	{
		name: 'Margin note',
		isOn: (editor) => editor.isActive('note'),
		toggle: (chain) => chain.toggleNode('note', 'paragraph'),
	},
]

/** The buttons above a text. Arrow keys move between them, and Escape in the link’s field goes back to the text. */
export function RichToolbar({ editor, label, limits }: RichToolbarProps) {
	const { isLong } = limits
	const [, show] = useReducer((count: number) => count + 1, 0)
	const [isLinking, link] = useState(false)
	useEffect(() => {
		editor.on('transaction', show)
		return () => void editor.off('transaction', show)
	}, [editor])
	const headings = isLong
		? [heading(2, 'Heading'), heading(3, 'Small heading')]
		: [heading(3, 'Small heading')]
	const button = ({ name, isOn, toggle }: Form) => (
		<Toolbar.Button
			key={name}
			className="rich-button"
			aria-pressed={isOn(editor)}
			onClick={() => toggle(editor.chain().focus()).run()}
		>
			{name}
		</Toolbar.Button>
	)
	return (
		<>
			<Toolbar.Root className="rich-toolbar" aria-label={`Form of ${label}`}>
				{[strong, highlighter].map(button)}
				<Toolbar.Button
					className="rich-button"
					aria-pressed={editor.isActive('link')}
					aria-expanded={isLinking}
					onClick={() => link(!isLinking)}
				>
					Link
				</Toolbar.Button>
				{[...headings, ...blocks].map(button)}
			</Toolbar.Root>
			{isLinking ? <LinkForm editor={editor} onDone={() => link(false)} /> : null}
		</>
	)
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
	const current: unknown = editor.getAttributes('link').href
	const [address, setAddress] = useState(typeof current === 'string' ? current : '')
	const [error, setError] = useState<string>()
	const hasWords = !editor.state.selection.empty || typeof current === 'string'
	function apply() {
		const trimmed = address.trim()
		if (!isLinkAddress(trimmed))
			return setError('Begin with https://, with mailto: or, for a page of this site, with /.')
		const chain = editor.chain().focus().extendMarkRange('link')
		if (hasWords) chain.setLink({ href: trimmed }).run()
		else
			chain
				.insertContent({ type: 'text', text: trimmed, marks: [{ type: 'link', attrs: { href: trimmed } }] })
				.run()
		onDone()
	}
	function leave() {
		editor.commands.focus()
		onDone()
	}
	return (
		<form
			className="rich-row"
			onSubmit={(event) => {
				event.preventDefault()
				apply()
			}}
			onKeyDown={(event) => (event.key === 'Escape' ? leave() : undefined)}
		>
			<Field
				label="Where the link leads"
				hint={hasWords ? 'Such as /refunds or https://www.gov.uk.' : 'Its address will be its words.'}
				value={address}
				error={error}
				autoComplete="off"
				autoFocus
				onChange={(event) => setAddress(event.target.value)}
			/>
			<div className="flex flex-wrap gap-2">
				<Button size="small" variant="secondary" type="submit">
					Set the link
				</Button>
				{typeof current === 'string' ? (
					<Button
						size="small"
						variant="quiet"
						onClick={() => {
							editor.chain().focus().extendMarkRange('link').unsetLink().run()
							onDone()
						}}
					>
						Take the link out
					</Button>
				) : null}
			</div>
		</form>
	)
}

/** Inserts what the settings and the software say. */
export function Inserter({ editor, insert }: { editor: Editor; insert: readonly Insertion[] }) {
	const [chosen, choose] = useState<Insertion>(insert[0] ?? 'seller-name')
	if (insert.length === 0) return null
	return (
		<details className="elsewhere">
			<summary>Insert what the settings say</summary>
			<div className="rich-row">
				<Select
					label="What to insert"
					value={chosen}
					options={insert.map((name) => ({ value: name, label: insertionTitle(name) }))}
					onChange={(name) => choose(insert.find((one) => one === name) ?? chosen)}
				/>
				<p className="margin-note">
					It follows the settings, or says what the shop does, so its words can’t be changed here.
				</p>
				<Button
					size="small"
					variant="secondary"
					className="justify-self-start"
					onClick={() => {
						const type = isInLine(chosen) ? 'inlineInsertion' : 'insertion'
						editor
							.chain()
							.focus()
							.insertContent({ type, attrs: { insert: chosen } })
							.run()
					}}
				>
					Insert it
				</Button>
			</div>
		</details>
	)
}
