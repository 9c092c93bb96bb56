import type { ReactNode } from 'react'
import { keepsSiteData } from '#web/ui/browser-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import type { ChapterNode } from './read-html.ts'
import { linesIn, sheetText } from './sheet-lines.ts'
import type { TypedFields } from './typed-fields.ts'

interface SheetProps {
	/** The heading above it. */
	title: string
	nodes: readonly ChapterNode[]
	fields: TypedFields
	children: ReactNode
}

/** A sheet to fill in. Below it, what was typed can be saved as a file or cleared. */
export function Sheet({ title, nodes, fields, children }: SheetProps) {
	const lines = linesIn(nodes)

	/** Calls `use` with what is typed on this sheet, or says that nothing is. */
	function withTyped(use: (typed: Readonly<Record<string, string>>) => void) {
		const all = fields.read()
		const typed = lines.flatMap(({ field: { name } }) => {
			const text = all[name]
			return text === undefined ? [] : [[name, text] as const]
		})
		if (typed.length === 0) toast.info('Nothing is typed on this sheet yet')
		else use(Object.fromEntries(typed))
	}
	function clear() {
		withTyped((typed) => {
			fields.change(Object.fromEntries(Object.keys(typed).map((name) => [name, ''])))
			toast.info('Sheet cleared', {
				duration: 10_000,
				action: { label: 'Undo', onClick: () => fields.change(typed) },
			})
		})
	}

	return (
		<div className="sheet">
			{children}
			<div className="sheet-foot">
				<Button
					variant="secondary"
					size="small"
					onClick={() => withTyped((typed) => save(title, sheetText(title, lines, typed)))}
				>
					Save as a text file<span className="sr-only"> “{title}”</span>
				</Button>
				<Button variant="quiet" size="small" onClick={clear}>
					Clear<span className="sr-only"> “{title}”</span>
				</Button>
				<p className="margin-note">
					{keepsSiteData()
						? 'What you type stays in this browser only, also after you sign out. On a shared device, save it and clear it.'
						: 'This browser keeps nothing, so save what you type before you close this page.'}
				</p>
			</div>
		</div>
	)
}

function save(title: string, text: string): void {
	saveFile(text, `${title.replace(/[^\w’ -]+/g, '')}.txt`, 'text/plain;charset=utf-8')
}
