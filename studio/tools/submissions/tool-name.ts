export const TOOL_NAME = 'submissions'
