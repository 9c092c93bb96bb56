import { z } from 'zod'
import { type TypedPlan, typedPlanSchema } from './typed-plan.ts'

/** A plan as a browser keeps it, and as it is exported. */
const savedPlanSchema = z.object({
	format: z.literal('headstart-planner'),
	version: z.literal(1),
	plan: typedPlanSchema,
})

export function savedText(plan: TypedPlan): string {
	return JSON.stringify({ format: 'headstart-planner', version: 1, plan } satisfies z.infer<
		typeof savedPlanSchema
	>)
}

/** Reads a kept or exported plan; null if the text is something else. */
export function readSavedPlan(text: string): TypedPlan | null {
	try {
		return savedPlanSchema.safeParse(JSON.parse(text)).data?.plan ?? null
	} catch {
		return null
	}
}
