import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { extensionsFor, fromEditor, toEditor } from '#admin/pages/words/rich-nodes.ts'
import { Inserter, RichToolbar } from '#admin/pages/words/rich-toolbar.tsx'
import type { RichTextLimits } from '#shared/content/form-field.ts'

export interface RichEditorProps {
	id: string
	label: string
	limits: RichTextLimits
	value: unknown
	isInvalid: boolean
	/** The ids of its label, and of its hint or of what is wrong. */
	labelId: string
	noteId: string
	onChange: (value: unknown) => void
}

/** Edits a text with a little form. */
export function RichEditor(props: RichEditorProps) {
	const { id, label, limits, value, isInvalid, labelId, noteId } = props
	const box = useRef<HTMLDivElement>(null)
	const [editor, setEditor] = useState<Editor>()
	const latest = useRef(props)
	latest.current = props
	/** The text that the editor holds. Another one comes from elsewhere, such as a draft that was taken back. */
	const held = useRef('')
	/** The texts that it has passed on, and that are on their way back as the value. */
	const onTheWay = useRef(new Set<string>())
	// biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as the field is shown
	useEffect(() => {
		if (box.current === null) return
		const made = new Editor({
			element: box.current,
			extensions: extensionsFor(limits),
			injectCSS: false,
			onUpdate: ({ editor: changed }) => {
				const text = fromEditor(changed.getJSON())
				held.current = JSON.stringify(text)
				onTheWay.current.add(held.current)
				latest.current.onChange(text)
			},
		})
		setEditor(made)
		return () => made.destroy()
	}, [])
	useEffect(() => {
		const given = JSON.stringify(value)
		if (held.current === given) onTheWay.current.clear()
		// What was typed meanwhile is newer.
		if (editor === undefined || held.current === given || onTheWay.current.has(given)) return
		held.current = given
		editor.commands.setContent(toEditor(value), { emitUpdate: false })
	}, [editor, value])
	useEffect(() => {
		const attributes = {
			id,
			role: 'textbox',
			'aria-multiline': 'true',
			'aria-labelledby': labelId,
			'aria-describedby': noteId,
			'aria-invalid': String(isInvalid),
			class: limits.isLong ? 'rich-text is-long' : 'rich-text',
			dir: 'auto',
		}
		editor?.setOptions({ editorProps: { attributes } })
	}, [editor, id, labelId, noteId, isInvalid, limits.isLong])
	return (
		<>
			{editor === undefined ? null : <RichToolbar editor={editor} label={label} limits={limits} />}
			<div ref={box} />
			{editor === undefined ? null : <Inserter editor={editor} insert={limits.insert ?? []} />}
		</>
	)
}
