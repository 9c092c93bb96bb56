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
	const write = ({ strings, params }: Fragment): string => {
		let text = strings[0] ?? ''
		for (let index = 0; index < params.length; index += 1) {
			const param = params[index]
			if (param instanceof Fragment) text += write(param)
			else text += `$${values.push(param)}`
			text += strings[index + 1]
		}
		return text
	}
	return { text: write(fragment), values }
}

/** Tags a statement: `sql\`select * from purchases where id = ${id}\``. A nested fragment is spliced, anything else is bound. */
export function sql(strings: TemplateStringsArray, ...params: unknown[]): Sql {
	return new Fragment(strings, params)
}

const identifiers = new Map<string, Sql>()

/** Quotes a column or table name, which must come from our own schema or lists. */
export function identifier(name: string): Sql {
	const known = identifiers.get(name)
	if (known !== undefined) return known
	const quoted = new Fragment([`"${name.replaceAll('"', '""')}"`], [])
	identifiers.set(name, quoted)
	return quoted
}

/** Joins fragments with a separator written in our own code, such as `, ` or ` and `. */
export function join(fragments: readonly Sql[], separator: ', ' | ' and ' | ' or '): Sql {
	if (fragments.length === 0) return new Fragment([''], [])
	const strings = ['', ...fragments.slice(1).map(() => separator), '']
	return new Fragment(strings, fragments)
}
