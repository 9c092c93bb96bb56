/** Form fields as Stripe nests them: `line_items[0][price_data][currency]=gbp`. Lists are objects with numbers for keys. */
export interface FormFields {
	[name: string]: string | FormFields
}

const deepest = 10
const mostFields = 1_000

/** Throws a RangeError where the form is too big, too deep, or its names do not add up. */
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

/** `a[b][]` -> `['a', 'b', '']`. */
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
		// An empty bracket means "the next one of the list".
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

/** Without a prototype, a field named `__proto__` is a field like any other. */
function emptyFields(): FormFields {
	return Object.create(null)
}
