export * from './api/schemas.ts'
