import type { Rule } from './table.ts';

/** Rules about what a server lists: tools and their schemas, resources, templates, prompts. */
export const DEFINITION_RULES = {
  'tool.gone': { tier: 'breaking', says: 'a tool is gone', inverse: 'tool.added' },
  'tool.added': { tier: 'minor', says: 'a tool is new', inverse: 'tool.gone' },
  'tool.text': { tier: 'minor', says: 'title or description of a tool changed' },
  'tool.hint': { tier: 'dangerous', says: 'an annotation hint changed what it says' },
  'tool.execution': { tier: 'dangerous', says: 'how a tool may be run as a task changed' },
  'tool.output-schema': { tier: 'dangerous', says: 'the output schema changed' },
  'tool.output-schema-gone': {
    tier: 'dangerous',
    says: 'the output schema is gone',
    inverse: 'tool.output-schema-added',
  },
  'tool.output-schema-added': {
    tier: 'minor',
    says: 'there is an output schema now',
    inverse: 'tool.output-schema-gone',
  },
  'tool.default': { tier: 'info', says: 'a default is spelled out, or no longer' },
  'tool.member': { tier: 'info', says: 'another member of a tool changed' },
  'tool.order': { tier: 'info', says: 'tools are listed in another order' },

  'schema.required-added': {
    tier: 'breaking',
    says: 'an argument is new and required',
    inverse: 'schema.required-gone',
  },
  'schema.required-gone': {
    tier: 'dangerous',
    says: 'an argument that was required is gone; a strict server refuses it',
    inverse: 'schema.required-added',
  },
  'schema.optional-added': {
    tier: 'minor',
    says: 'an argument is new and optional',
    inverse: 'schema.optional-gone',
  },
  'schema.optional-gone': {
    tier: 'dangerous',
    says: 'an optional argument is gone; a strict server refuses it, others ignore it',
    inverse: 'schema.optional-added',
  },
  'schema.made-required': {
    tier: 'breaking',
    says: 'an optional argument is required now',
    inverse: 'schema.made-optional',
  },
  'schema.made-optional': {
    tier: 'minor',
    says: 'a required argument is optional now',
    inverse: 'schema.made-required',
  },
  'schema.type-narrowed': {
    tier: 'breaking',
    says: 'fewer types are accepted',
    inverse: 'schema.type-widened',
  },
  'schema.type-widened': {
    tier: 'minor',
    says: 'more types are accepted',
    inverse: 'schema.type-narrowed',
  },
  'schema.type-changed': { tier: 'breaking', says: 'other types are accepted' },
  'schema.enum-value-gone': {
    tier: 'breaking',
    says: 'a value is no longer among those accepted',
    inverse: 'schema.enum-value-added',
  },
  'schema.enum-value-added': {
    tier: 'minor',
    says: 'one more value is accepted',
    inverse: 'schema.enum-value-gone',
  },
  'schema.enum-set': {
    tier: 'breaking',
    says: 'only listed values are accepted now',
    inverse: 'schema.enum-lifted',
  },
  'schema.enum-lifted': {
    tier: 'minor',
    says: 'values are no longer limited to a list',
    inverse: 'schema.enum-set',
  },
  'schema.bound-tightened': {
    tier: 'breaking',
    says: 'a smallest or largest size or number is tighter',
    inverse: 'schema.bound-loosened',
  },
  'schema.bound-loosened': {
    tier: 'minor',
    says: 'a smallest or largest size or number is looser',
    inverse: 'schema.bound-tightened',
  },
  'schema.bound-safe': {
    tier: 'info',
    says: 'a bound of ±(2^53 − 1), which generators write for integers, came or went',
  },
  'schema.closed': {
    tier: 'breaking',
    says: 'members that are not listed are refused now',
    inverse: 'schema.opened',
  },
  'schema.opened': {
    tier: 'minor',
    says: 'members that are not listed are no longer refused',
    inverse: 'schema.closed',
  },
  'schema.alternative-gone': {
    tier: 'breaking',
    says: 'one of several accepted forms is gone',
    inverse: 'schema.alternative-added',
  },
  'schema.alternative-added': {
    tier: 'minor',
    says: 'one more form is accepted',
    inverse: 'schema.alternative-gone',
  },
  'schema.condition-added': {
    tier: 'breaking',
    says: 'there is a condition where there was none',
    inverse: 'schema.condition-gone',
  },
  'schema.condition-gone': {
    tier: 'minor',
    says: 'a condition is gone',
    inverse: 'schema.condition-added',
  },
  'schema.pattern': { tier: 'dangerous', says: 'another pattern or format' },
  'schema.default': { tier: 'dangerous', says: 'the default of an argument changed' },
  'schema.other': { tier: 'dangerous', says: 'a keyword changed whose effect is not judged' },
  'schema.text': { tier: 'minor', says: 'title, description or examples of an argument changed' },
  'schema.dialect': { tier: 'info', says: 'the schema names another dialect of JSON Schema' },
  'schema.annotation': { tier: 'info', says: 'a keyword changed that accepts and refuses nothing' },

  'resource.gone': { tier: 'breaking', says: 'a resource is gone', inverse: 'resource.added' },
  'resource.added': { tier: 'minor', says: 'a resource is new', inverse: 'resource.gone' },
  'resource.type': { tier: 'dangerous', says: 'the media type of a resource changed' },
  'resource.text': { tier: 'minor', says: 'name, title or description of a resource changed' },
  'resource.member': { tier: 'info', says: 'another member of a resource changed' },
  'resource.order': { tier: 'info', says: 'resources are listed in another order' },
  'template.gone': {
    tier: 'breaking',
    says: 'a resource template is gone',
    inverse: 'template.added',
  },
  'template.added': {
    tier: 'minor',
    says: 'a resource template is new',
    inverse: 'template.gone',
  },
  'template.type': { tier: 'dangerous', says: 'the media type of a template changed' },
  'template.text': { tier: 'minor', says: 'name, title or description of a template changed' },
  'template.member': { tier: 'info', says: 'another member of a template changed' },
  'template.order': { tier: 'info', says: 'templates are listed in another order' },

  'prompt.gone': { tier: 'breaking', says: 'a prompt is gone', inverse: 'prompt.added' },
  'prompt.added': { tier: 'minor', says: 'a prompt is new', inverse: 'prompt.gone' },
  'prompt.required-added': {
    tier: 'breaking',
    says: 'an argument of a prompt is new and required',
    inverse: 'prompt.required-gone',
  },
  'prompt.required-gone': {
    tier: 'dangerous',
    says: 'a required argument of a prompt is gone',
    inverse: 'prompt.required-added',
  },
  'prompt.optional-added': {
    tier: 'minor',
    says: 'an argument of a prompt is new and optional',
    inverse: 'prompt.optional-gone',
  },
  'prompt.optional-gone': {
    tier: 'dangerous',
    says: 'an optional argument of a prompt is gone',
    inverse: 'prompt.optional-added',
  },
  'prompt.made-required': {
    tier: 'breaking',
    says: 'an optional argument of a prompt is required now',
    inverse: 'prompt.made-optional',
  },
  'prompt.made-optional': {
    tier: 'minor',
    says: 'a required argument of a prompt is optional now',
    inverse: 'prompt.made-required',
  },
  'prompt.text': { tier: 'minor', says: 'title or description of a prompt or argument changed' },
  'prompt.member': { tier: 'info', says: 'another member of a prompt changed' },
  'prompt.order': {
    tier: 'info',
    says: 'prompts, or their arguments, are listed in another order',
  },
} as const satisfies Record<string, Rule>;
