/** Form fields with Stripe's nesting: `line_items[0][price_data][currency]=gbp`. A list is an object with numeric keys. */
export interface FormFields {
	[name: string]: string | FormFields
}

const deepest = 10
const mostFields = 1_000

/** Parses a form. Throws a `RangeError` if it is too large, too deep or contradicts itself. */
export function parseForm(text: string): FormFields {
	const fields = emptyFields()
	let count = 0
	for (const [name, value] of new URLSearchParams(text)) {
		count += 1
		if (count > mostFields) throw new RangeError('Too many parameters.')
		put(fields, namePath(name), value)
	}
	return fields
}

/** Splits a name into its parts: `a[b][]` -> `['a', 'b', '']`. */
function namePath(name: string): string[] {
	const open = name.indexOf('[')
	if (open <= 0) return [name]
	const brackets = name.slice(open)
	if (!/^(\[[^[\]]*\])+$/.test(brackets)) throw new RangeError(`Invalid parameter name: ${name}`)
	const path = [name.slice(0, open), ...brackets.slice(1, -1).split('][')]
	if (path.length > deepest) throw new RangeError(`Too deep: ${name}`)
	return path
}

function put(fields: FormFields, path: readonly string[], value: string): void {
	let at = fields
	for (const [index, part] of path.entries()) {
		// Empty brackets append to the list.
		const key = part === '' && index > 0 ? String(Object.keys(at).length) : part
		if (index === path.length - 1) {
			if (typeof at[key] === 'object') throw new RangeError(`Given twice in two forms: ${path[0]}`)
			at[key] = value
			return
		}
		const next = at[key] ?? emptyFields()
		if (typeof next === 'string') throw new RangeError(`Given twice in two forms: ${path[0]}`)
		at[key] = next
		at = next
	}
}

/** Makes an object without a prototype, in which `__proto__` is an ordinary field. */
function emptyFields(): FormFields {
	return Object.create(null)
}
