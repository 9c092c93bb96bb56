import { lazy, Suspense, use } from 'react'
import { type FieldProps, idOf, WritingContext } from '#admin/pages/words/writing.tsx'
import { Loading } from '#admin/ui/states.tsx'

/** Loaded when a text with a little form is first shown. */
const RichEditor = lazy(async () => ({
	default: (await import('#admin/pages/words/rich-editor.tsx')).RichEditor,
}))

/** A text with a little form. */
export function RichField({ field, value, path, label = field.title, onChange }: FieldProps) {
	const { faults } = use(WritingContext)
	const error = faults.get(path)
	const id = idOf(path)
	return (
		<div className="grid gap-1.5">
			<p id={`${id}-label`} className="text-label font-semibold">
				{label}
			</p>
			<Suspense fallback={<Loading lines={4} />}>
				<RichEditor
					id={id}
					label={label}
					labelId={`${id}-label`}
					noteId={`${id}-note`}
					limits={field.rich ?? { most: 1_000 }}
					value={value}
					isInvalid={error !== undefined}
					onChange={onChange}
				/>
			</Suspense>
			<p id={`${id}-note`} className={`margin-note ${error === undefined ? '' : 'text-brick'}`}>
				{error ?? field.hint}
			</p>
		</div>
	)
}
