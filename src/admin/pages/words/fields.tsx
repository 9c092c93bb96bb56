import { use } from 'react'
import { ItemPicture } from '#admin/pages/words/item-picture.tsx'
import { ListField } from '#admin/pages/words/list-field.tsx'
import { RichField } from '#admin/pages/words/rich-field.tsx'
import { emptyValue, inFewWords, withValue } from '#admin/pages/words/values.ts'
import { type FieldProps, Folded, idOf, WritingContext } from '#admin/pages/words/writing.tsx'
import { Select } from '#admin/ui/select.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { colourPattern, type FormField } from '#shared/content/form-field.ts'
import { isRecord } from '#shared/json.ts'
import { isUploaded } from '#shared/media.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Shows a field of a document in the way that its kind needs. */
export function DocumentField(props: FieldProps) {
	const { field, path } = props
	const { found } = use(WritingContext)
	if (field.fixed !== undefined || field.kind === 'same' || field.kind === 'counted') return null
	if (found?.has(path) === false) return null
	if (field.kind === 'group') return <GroupField {...props} />
	if (field.kind === 'list') return <ListField {...props} renderItem={(item) => <Item {...item} />} />
	if (field.kind === 'rich') return <RichField {...props} />
	return <WordsField {...props} />
}

/** The most characters of a text that is written in one line. */
const longestLine = 120

function WordsField({ field, value, path, onChange, label = field.title }: FieldProps) {
	const { faults } = use(WritingContext)
	const error = faults.get(path)
	const words = value === null || value === undefined ? '' : String(value)
	const absent = field.without === 'null' ? null : undefined
	const common = { id: idOf(path), label, name: path, value: words, error }
	const change = (text: string) =>
		onChange(
			text === '' && field.without !== undefined ? absent : field.kind === 'number' ? numberIn(text) : text,
		)
	if (field.kind === 'yes or no')
		return (
			<Select
				label={label}
				value={value === true ? 'Yes' : 'No'}
				options={['No', 'Yes'].map((one) => ({ value: one, label: one }))}
				onChange={(chosen) => onChange(chosen === 'Yes')}
			/>
		)
	if (field.kind === 'choice')
		return (
			<Select
				label={label}
				value={words}
				options={(field.values ?? []).map((one) => ({ value: String(one), label: String(one) }))}
				onChange={change}
			/>
		)
	if (field.kind === 'number')
		return (
			<Field
				{...common}
				hint={field.hint}
				inputMode="decimal"
				onChange={(event) => change(event.target.value)}
			/>
		)
	if (field.kind === 'day')
		return (
			<Field {...common} hint={field.hint} type="date" onChange={(event) => change(event.target.value)} />
		)
	if (field.kind === 'colour')
		return (
			<Field
				{...common}
				hint={field.hint}
				maxLength={7}
				spellCheck={false}
				autoComplete="off"
				onChange={(event) => change(event.target.value.toLowerCase())}
				control={
					<input
						type="color"
						aria-label={`Choose: ${label}`}
						value={colourPattern.test(words) ? words : '#000000'}
						onChange={(event) => change(event.target.value)}
						className="size-11"
					/>
				}
			/>
		)
	const { most = 1_000 } = field
	const hint = [field.hint, roomLeft(words, most)].filter(Boolean).join(' ') || undefined
	if (most > longestLine)
		return (
			<TextArea
				{...common}
				hint={hint}
				maxLength={most}
				rows={Math.min(8, Math.max(2, Math.ceil(words.length / 70)))}
				// A text is one paragraph.
				onChange={(text) => change(text.replaceAll(/\s*\n\s*/g, ' '))}
			/>
		)
	return (
		<Field
			{...common}
			hint={hint}
			maxLength={most}
			dir="auto"
			autoComplete="off"
			onChange={(event) => change(event.target.value)}
		/>
	)
}

/** Says how much room is left for a text, once that matters. */
function roomLeft({ length }: string, most: number): string | undefined {
	if (length < 0.8 * most) return undefined
	return `${(most - length).toLocaleString('en-GB')} of ${most.toLocaleString('en-GB')} characters left.`
}

function numberIn(text: string): number | string {
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function GroupField({ field, value, path, onChange, label = field.title }: FieldProps) {
	if (isRecord(value))
		return (
			<Folded label={label} path={path} hint={field.hint}>
				<Fields field={field} value={value} path={path} onChange={onChange} />
				{field.without !== undefined ? (
					<Button
						size="small"
						variant="quiet"
						className="-ml-4 justify-self-start"
						onClick={() => onChange(field.without === 'null' ? null : undefined)}
					>
						Leave out “{label}”
					</Button>
				) : null}
			</Folded>
		)
	return canBeAdded(field) ? (
		<div>
			<Button size="small" variant="quiet" className="-ml-4" onClick={() => onChange(emptyValue(field))}>
				Add “{label}”
			</Button>
			{field.hint === undefined ? null : <p className="margin-note mt-1.5">{field.hint}</p>}
		</div>
	) : null
}

/** What comes with a file or a release can't be added by hand. */
function canBeAdded({ without, fields = [] }: FormField): boolean {
	return without !== undefined && fields.every(({ fixed }) => fixed === undefined)
}

interface FieldsProps {
	field: FormField
	value: Readonly<Record<string, unknown>>
	path: string
	onChange: (value: Record<string, unknown>) => void
}

/** Shows the fields of a document, or of a part of it: simple ones first, then its parts, then what is decided elsewhere. */
export function Fields({ field, value, path, onChange }: FieldsProps) {
	const { found } = use(WritingContext)
	const fields = field.fields ?? []
	const isPart = ({ kind }: FormField) => kind === 'group' || kind === 'list'
	const fixed = fields.filter((inner) => inner.fixed !== undefined && inner.kind !== 'same')
	return (
		<>
			{[...fields.filter((inner) => !isPart(inner)), ...fields.filter(isPart)].map((inner) => (
				<DocumentField
					key={inner.name}
					field={inner}
					value={value[inner.name]}
					path={path === '' ? inner.name : `${path}.${inner.name}`}
					onChange={(changed) => onChange(withValue(value, inner.name, changed))}
				/>
			))}
			{fixed.length === 0 || found !== undefined ? null : (
				<details className="elsewhere">
					<summary>Decided elsewhere</summary>
					<dl className="facts">
						{fixed.map(({ name, title, fixed: where }) => (
							<div key={name}>
								<dt>{title}</dt>
								<dd>
									{inFewWords(value[name])} <span className="text-soft">{where}</span>
								</dd>
							</div>
						))}
					</dl>
				</details>
			)}
		</>
	)
}

/** An item of a list: a text, or a group of fields. */
function Item({ field, value, path, label = field.title, onChange }: FieldProps) {
	const { found } = use(WritingContext)
	if (field.kind !== 'group' || !isRecord(value))
		return <DocumentField field={field} value={value} path={path} label={label} onChange={onChange} />
	if (found?.has(path) === false) return null
	return (
		<fieldset className="grid min-w-0 gap-4">
			<legend className="mb-3 font-semibold">
				{isUploaded(value.name) ? `${label}, yours` : (nameOf(field, value) ?? label)}
			</legend>
			{isUploaded(value.name) ? <ItemPicture id={value.name} /> : null}
			<Fields field={field} value={value} path={path} onChange={onChange} />
		</fieldset>
	)
}

/** Returns what an item is called by what can't be changed of it, such as the name of a picture. */
function nameOf({ fields = [] }: FormField, value: Readonly<Record<string, unknown>>): string | undefined {
	const named = fields.find(({ fixed }) => fixed !== undefined)
	return named === undefined ? undefined : `${named.title} ${String(value[named.name])}`
}
