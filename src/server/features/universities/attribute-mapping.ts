import { z } from 'zod'

const attributeName = z.string().max(500)
const key = z.string().regex(/^[A-Za-z][\w.-]{0,62}$/)
const plain = z.union([z.string().max(1_024), z.number(), z.boolean()])

/**
 * Says under which keys the attributes from a provider are stored. The value of each key is that of the attribute `name`, or else
 * of the first of `names` that is present.
 */
export const attributeMappingSchema = z.object({
	keys: z
		.record(
			key,
			z.object({
				name: attributeName.optional(),
				names: z.array(attributeName).max(20).optional(),
				default: z.union([plain, z.array(plain).max(50), z.null()]).optional(),
				/** Whether all values of the attribute are stored, rather than only the first. */
				array: z.boolean().optional(),
			}),
		)
		.refine((keys) => Object.keys(keys).length <= 50)
		.optional(),
})

export type AttributeMapping = z.infer<typeof attributeMappingSchema>
