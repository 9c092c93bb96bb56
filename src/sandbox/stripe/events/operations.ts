import { z } from 'zod'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { flag, list, text } from '#sandbox/stripe/api/params.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'

export const eventOperations: readonly Operation[] = [
	retrieve('events.retrieve', '/events/:id', 'event', 'id'),
	operation({
		name: 'events.list',
		method: 'GET',
		path: '/events',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			type: text().optional(),
			types: list(text(), 20).optional(),
			delivery_success: flag.optional(),
		}),
		run: ({ world, url }, { created, type, types, delivery_success: taken, ...page }) =>
			listPage(world.objects, 'event', url, page, {
				where: {
					...(type === undefined ? {} : { type }),
					...(types === undefined ? {} : { type: types }),
					...(taken === undefined ? {} : { pending_webhooks: taken ? '0' : '1' }),
				},
				...(created === undefined ? {} : { created }),
			}),
	}),
]
