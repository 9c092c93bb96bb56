import { z } from 'zod'

/** An operation of the admin's API that only reads. */
export interface Reads<Input extends z.ZodObject, Output extends z.ZodType> {
	kind: 'read'
	/** The input, which is sent as text in the query. */
	input: Input
	/** The response. */
	output: Output
}

/** An operation that changes something. */
export interface Acts<Input extends z.ZodObject, Output extends z.ZodType> {
	kind: 'act'
	input: Input
	output: Output
}

/** An operation that returns a file. */
export interface Downloads<Input extends z.ZodObject> {
	kind: 'file'
	input: Input
}

/** An operation that receives a file. */
export interface Uploads<Input extends z.ZodObject, Output extends z.ZodType> {
	kind: 'upload'
	/** The rest of the input, which is sent as text in the query. */
	input: Input
	output: Output
}

/** An operation that saves what a member is writing. Only members see it until an act publishes it. */
export interface Saves<Input extends z.ZodObject, Output extends z.ZodType> {
	kind: 'save'
	input: Input
	output: Output
}

export function reads<Input extends z.ZodRawShape, Output extends z.ZodType>(input: Input, output: Output) {
	return { kind: 'read', input: z.strictObject(input), output } as const
}

export function acts<Input extends z.ZodRawShape, Output extends z.ZodType>(input: Input, output: Output) {
	return { kind: 'act', input: z.strictObject(input), output } as const
}

export function saves<Input extends z.ZodRawShape, Output extends z.ZodType>(input: Input, output: Output) {
	return { kind: 'save', input: z.strictObject(input), output } as const
}

export function downloads<Input extends z.ZodRawShape>(input: Input) {
	return { kind: 'file', input: z.strictObject(input) } as const
}

export function uploads<Input extends z.ZodRawShape, Output extends z.ZodType>(input: Input, output: Output) {
	return { kind: 'upload', input: z.strictObject(input), output } as const
}
