import type { Answer } from '#shared/admin/api.ts'

export type Customer = Answer<'customer'>
