/** A plausible mistake, made by changing one line. */
export interface PlantedBug {
	/** `<area>/<what is wrong>`. */
	name: string
	file: string
	/** The text to change. It must occur exactly once in the file, which `test/planted-bugs.test.ts` checks. */
	find: string
	replace: string
	/** Its consequence. */
	why: string
	/** The test files that should notice the bug: unit tests, or journeys under `e2e/`. */
	noticedBy: readonly [string, ...string[]]
}

/** Returns the source with the bug in it. Throws if the text to change is missing or occurs more than once. */
export function plant({ name, file, find, replace }: PlantedBug, source: string): string {
	const found = source.split(find).length - 1
	if (found !== 1)
		throw new Error(
			`The planted bug ${name} is out of date: its text occurs ${found} times in ${file}, not once.`,
		)
	if (find === replace) throw new Error(`The planted bug ${name} changes nothing.`)
	// The replacement is a function, because a dollar sign is special in a replacement string.
	return source.replace(find, () => replace)
}
