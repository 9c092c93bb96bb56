import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createLongCheck, type LongCheck } from '#server/operations/long-check.ts'
import { findingSchema, type ShownFinding } from '#shared/admin/settings.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const lineSchema = findingSchema.extend({ todo: z.string().default('') })

/** Makes the doctor for the admin: in a process of its own, with each finding as soon as there is one. */
export function createDoctor(stopping: AbortSignal): LongCheck<ShownFinding> {
	return createLongCheck({
		args: ['--disable-warning=ExperimentalWarning', program, '--json'],
		read: (line) => {
			const { todo, ...finding } = lineSchema.parse(JSON.parse(line))
			return { ...finding, todo: todo || null }
		},
		stopping,
	})
}
