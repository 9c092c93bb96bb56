import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import type { Read } from '#admin/api/use-read.ts'
import type { Answer } from '#shared/admin/api.ts'
import type { FormField } from '#shared/content/form-field.ts'

interface Writing {
	/** What is wrong with fields, by their paths. */
	faults: ReadonlyMap<string, string>
	/** The paths of the fields that are shown; undefined for all. */
	found: ReadonlySet<string> | undefined
	/** The pictures of Media. */
	media: Pick<Read<Answer<'pictures'>>, 'data' | 'error' | 'reload'>
}

/** What every field of the editor needs to know of the document. */
export const WritingContext = createContext<Writing>({
	faults: new Map(),
	found: undefined,
	media: { data: undefined, error: undefined, reload: () => {} },
})

export interface FieldProps {
	field: FormField
	value: unknown
	/** The names and indexes that lead to it. */
	path: string
	onChange: (value: unknown) => void
	/** Its label, if it isn't called by its title. */
	label?: string
}

/** Returns the id of the control for the field at a path. */
export function idOf(path: string): string {
	return `field-${path.replaceAll('.', '-')}`
}

interface FoldedProps {
	label: string
	path: string
	hint?: string | undefined
	/** How many items it has. */
	count?: number
	children: ReactNode
}

/** A part of a document, folded away until it is opened, or until something is sought or wrong in it. */
export function Folded({ label, path, hint, count, children }: FoldedProps) {
	const { faults, found } = use(WritingContext)
	const id = useId()
	const error = faults.get(path)
	const isWrong = [...faults.keys()].some((one) => one === path || one.startsWith(`${path}.`))
	const [isOpen, open] = useState(false)
	useEffect(() => {
		if (isWrong || found !== undefined) open(true)
	}, [isWrong, found])
	return (
		<details className="part" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
			<summary>
				<span className="part-name" id={id}>
					{label}
				</span>
				<span className="margin-note">{count}</span>
			</summary>
			<fieldset aria-labelledby={id} className="part-fields">
				{error === undefined ? null : (
					<p className="margin-note text-brick" id={idOf(path)} tabIndex={-1}>
						{label} {error}
					</p>
				)}
				{hint === undefined ? null : <p className="margin-note">{hint}</p>}
				{children}
			</fieldset>
		</details>
	)
}
