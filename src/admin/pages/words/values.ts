import type { FormField } from '#shared/content/form-field.ts'
import { isRecord } from '#shared/json.ts'

/** Returns what a new item of a list, or a new part, begins as. `others` are the items that the list has already. */
export function emptyValue(field: FormField, others: readonly unknown[] = []): unknown {
	if (field.kind === 'text' || field.kind === 'day' || field.kind === 'colour') return ''
	if (field.kind === 'list' || field.kind === 'rich') return []
	if (field.kind === 'same' || field.kind === 'choice') return field.values?.[0]
	if (field.kind === 'counted') return undefined
	if (field.kind !== 'group') return null
	return Object.fromEntries(
		(field.fields ?? []).flatMap((inner) => {
			if (inner.kind === 'counted') return [[inner.name, nextOf(inner, others)]]
			if (inner.without === 'nothing') return []
			return [[inner.name, inner.without === 'null' ? null : emptyValue(inner)]]
		}),
	)
}

/** Returns the next number of what is counted within a list, such as "testimonial-4". */
function nextOf({ name, values = [] }: FormField, others: readonly unknown[]): string {
	const prefix = String(values[0] ?? '')
	const numbers = others.map((one) => (isRecord(one) ? Number(String(one[name]).replace(prefix, '')) : 0))
	return `${prefix}${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`
}

/** Returns a group with another value of a field; undefined takes the field out. */
export function withValue(group: unknown, name: string, value: unknown): Record<string, unknown> {
	const { [name]: _, ...others } = isRecord(group) ? group : {}
	// In the same place, so that what is typed and taken back is the same document again.
	if (isRecord(group) && name in group && value !== undefined) return { ...group, [name]: value }
	return value === undefined ? others : { ...others, [name]: value }
}

/** Returns a list with an item in another place. */
export function moved(list: readonly unknown[], from: number, to: number): unknown[] {
	const others = list.toSpliced(from, 1)
	return others.toSpliced(to, 0, list[from])
}

/** Returns the paths of the fields that have these words, or whose title has them, with everything around and in them. */
export function pathsWith(words: string, field: FormField, value: unknown, path = ''): string[] {
	if (field.fixed !== undefined) return []
	const sought = words.toLowerCase()
	const isNamed = field.title.toLowerCase().includes(sought)
	const step = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
	const { item, fields = [] } = field
	const inner =
		item !== undefined && Array.isArray(value)
			? value.flatMap((one, index) => pathsWith(isNamed ? '' : words, item, one, step(index)))
			: isRecord(value)
				? fields.flatMap((one) => pathsWith(isNamed ? '' : words, one, value[one.name], step(one.name)))
				: []
	const has = isNamed || inner.length > 0 || isWritten(field.kind === 'rich' ? textIn(value) : value, sought)
	return has ? [path, ...inner] : []
}

/** Returns the words of a text with a little form, whatever shape a draft of it has. */
function textIn(value: unknown): string {
	if (Array.isArray(value)) return value.map(textIn).join('')
	return isRecord(value) ? textIn(value.text ?? value.items ?? '') : String(value)
}

function isWritten(value: unknown, sought: string): boolean {
	return (
		typeof value !== 'object' &&
		String(value ?? '')
			.toLowerCase()
			.includes(sought)
	)
}

/** Writes what can't be changed here, in a few words. */
export function inFewWords(value: unknown): string {
	if (value === null || value === undefined) return 'None'
	if (typeof value === 'boolean') return value ? 'Yes' : 'No'
	if (Array.isArray(value))
		return value.every((one) => typeof one !== 'object') ? value.join(', ') : String(value.length)
	if (isRecord(value))
		return Object.values(value)
			.filter((one) => typeof one === 'string' || typeof one === 'number')
			.map((one) => (String(one).length > 80 ? `${String(one).slice(0, 80)}…` : String(one)))
			.slice(0, 3)
			.join(', ')
	return String(value)
}
