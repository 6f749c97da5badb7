/** Whether this Studio is that of `npm run dev`, whose server publishes nothing: it has no receipts to ask for. */
export const isDevelopment = process.env['STUDIO_TOOLS'] === 'development'
