import { z } from 'zod'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'

export const eventOperations: readonly Operation[] = [
	retrieve('events.retrieve', '/events/:id', 'event', 'id'),
	operation({
		name: 'events.list',
		method: 'GET',
		path: '/events',
		params: z.strictObject({ ...pageParams, created: createdParam, type: text().optional() }),
		run: ({ world, url }, { created, type, ...page }) =>
			listPage(world.objects, 'event', url, page, {
				where: type === undefined ? {} : { type },
				...(created === undefined ? {} : { created }),
			}),
	}),
]
