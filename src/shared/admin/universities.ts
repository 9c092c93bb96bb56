import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'

const universityRow = z.object({
	id: z.uuid(),
	entity_id: z.string(),
	metadata_url: z.string().nullable(),
	disabled: z.boolean(),
	domains: z.array(z.string()),
	added_at: instant,
})

export const universitiesApi = {
	universities: reads({}, z.object({ rows: z.array(universityRow) })),
	'add-university': acts(
		{
			/** The https address of its SAML metadata, or the metadata itself. */
			metadata: z.string().trim().min(1).max(262_144),
			/** The domains of its addresses. */
			domains: z.array(z.string().trim().min(1).max(255)).min(1).max(50),
		},
		universityRow.pick({ id: true, entity_id: true, domains: true }),
	),
	'remove-university': acts(
		{ /** Its id, its entity id or one of its domains. */ university: z.string().trim().min(1).max(1_000) },
		universityRow.pick({ id: true, entity_id: true }),
	),
}
