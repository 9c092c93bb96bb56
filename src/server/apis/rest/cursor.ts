/** A syntax error in a query; says what was expected and where. */
export class GrammarError extends Error {}

/** Reads a text from left to right. Every `take…` advances past the text it returns. */
export class Cursor {
	readonly #text: string
	#at = 0

	constructor(text: string) {
		this.#text = text
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#text.length
	}

	/** Returns the rest of the text. */
	takeRest(): string {
		return this.#take(this.#text.length - this.#at)
	}

	/** Advances past the literal if it comes next, and says whether it did. */
	tryTake(literal: string): boolean {
		const found = this.#text.startsWith(literal, this.#at)
		if (found) this.#at += literal.length
		return found
	}

	expect(literal: string): void {
		if (!this.tryTake(literal)) throw this.expected(`"${literal}"`)
	}

	/** Returns the longest run, possibly empty, of characters that are not in `stops`. */
	takeUntil(stops: string): string {
		let end = this.#at
		while (end < this.#text.length && !stops.includes(this.#text.charAt(end))) end += 1
		return this.#take(end - this.#at)
	}

	/**
	 * Reads a text in double quotes and returns it without them. A backslash escapes the next character. Returns undefined if no
	 * quote comes next.
	 */
	tryTakeQuoted(): string | undefined {
		if (!this.tryTake('"')) return undefined
		let value = ''
		for (;;) {
			if (this.isAtEnd) throw this.expected('a closing quote')
			const character = this.#take(1)
			if (character === '"') return value
			if (character === '\\' && this.isAtEnd) throw this.expected('a character after the backslash')
			value += character === '\\' ? this.#take(1) : character
		}
	}

	expected(what: string): GrammarError {
		const found = this.isAtEnd ? 'the end' : `"${this.#text.charAt(this.#at)}"`
		return new GrammarError(`expected ${what} at column ${this.#at + 1}, found ${found}`)
	}

	#take(length: number): string {
		const taken = this.#text.slice(this.#at, this.#at + length)
		this.#at += taken.length
		return taken
	}
}
