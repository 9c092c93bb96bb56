import { z } from 'zod'
import type { Obstacle } from '#server/platform/obstacle.ts'

/** What is declared about a setting, besides its schema. */
export interface SettingInfo {
	/** Its name in the environment. */
	name: string
	/** Explains it to the owner in `.env.example`. */
	description: string
	/** The default, as it would be written in the environment. */
	default?: string
	/** Shown in `.env.example` instead of the default. */
	example?: string
	/** Whether a public site refuses to start without it. */
	public?: true
	/** Whether it must never be shown to anyone, not even in an error message. */
	secret?: true
	/** An earlier name, which is still accepted. */
	formerly?: string
	/** Set by our own programs only, so `.env.example` omits it. */
	internal?: true
	/** For a former setting: its fixed value, as JSON. */
	fixedAt?: string
}

type Details = Omit<SettingInfo, 'name' | 'fixedAt' | 'default'>

const infos = z.registry<SettingInfo>()
const titles = z.registry<{ title: string }>()

/** Declares a setting: its name, schema, default and description. Everything else about settings is derived from this. */
export function setting<S extends z.ZodType>(
	name: string,
	schema: S,
	details: Details & { default: z.input<S> & string },
): z.ZodPrefault<S>
export function setting<S extends z.ZodType>(name: string, schema: S, details: Details): z.ZodOptional<S>
export function setting(name: string, schema: z.ZodType, details: Details & { default?: string }): z.ZodType {
	const whole = details.default === undefined ? schema.optional() : schema.prefault(details.default)
	infos.add(whole, { name, ...details })
	return whole
}

/** Declares a value that used to be a setting. If the old name is still set, the start reports that it has no effect. */
export function retired<T>(name: string, value: T) {
	const schema = z
		.unknown()
		.default(null)
		.transform(() => value)
	infos.add(schema, { name, description: '', fixedAt: JSON.stringify(value) })
	return schema
}

/** Declares the settings of one area by the names that the code uses. The title heads them in `.env.example`. */
export function area<S extends z.ZodRawShape>(title: string, shape: S) {
	const schema = z.object(shape)
	titles.add(schema, { title })
	return schema
}

/** Returns the notice that the owner still uses the former name of a setting. */
export function renamed(former: string, name: string): Obstacle {
	return {
		says: `${former} is now called ${name}`,
		todo: 'Rename it: the next release will not know the old name.',
	}
}

export interface Area {
	title: string
	settings: readonly (SettingInfo & { property: string })[]
}

/** Returns what was declared about the settings of an area. */
export function describeArea(schema: z.ZodObject): Area {
	const settings = Object.entries(schema.shape).map(([property, field]) => {
		const info = field instanceof z.ZodType ? infos.get(field) : undefined
		if (info === undefined) throw new Error(`${property} was not declared with setting()`)
		return { ...info, property }
	})
	return { title: titles.get(schema)?.title ?? '', settings }
}
