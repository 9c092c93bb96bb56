/** A statement and its parameters, which stay separate so that no value ever becomes part of the SQL text. */
export interface Sql {
	readonly text: string
	readonly values: readonly unknown[]
}

class Fragment implements Sql {
	readonly strings: readonly string[]
	readonly params: readonly unknown[]
	#rendered: { text: string; values: unknown[] } | undefined

	constructor(strings: readonly string[], params: readonly unknown[]) {
		this.strings = strings
		this.params = params
	}

	get text(): string {
		return this.#whole().text
	}

	get values(): readonly unknown[] {
		return this.#whole().values
	}

	#whole(): { text: string; values: unknown[] } {
		this.#rendered ??= render(this)
		return this.#rendered
	}
}

function render(fragment: Fragment): { text: string; values: unknown[] } {
	const values: unknown[] = []
	const write = (part: Fragment): string =>
		part.strings.reduce((text, string, index) => {
			if (index === 0) return string
			const param = part.params[index - 1]
			if (param instanceof Fragment) return text + write(param) + string
			values.push(param)
			return `${text}$${values.length}${string}`
		}, '')
	return { text: write(fragment), values }
}

/** Tags a statement: `sql\`select * from purchases where id = ${id}\``. A nested fragment is spliced, anything else is bound. */
export function sql(strings: TemplateStringsArray, ...params: unknown[]): Sql {
	return new Fragment(strings, params)
}

/** Quotes a column or table name, which must come from our own schema or lists. */
export function identifier(name: string): Sql {
	return new Fragment([`"${name.replaceAll('"', '""')}"`], [])
}

/** Joins fragments with a separator written in our own code, such as `, ` or ` and `. */
export function join(fragments: readonly Sql[], separator: ', ' | ' and ' | ' or '): Sql {
	if (fragments.length === 0) return new Fragment([''], [])
	const strings = ['', ...fragments.slice(1).map(() => separator), '']
	return new Fragment(strings, fragments)
}
