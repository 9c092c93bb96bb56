import type { Answer } from '#shared/admin/api.ts'

export type Sale = Answer<'sale'>
