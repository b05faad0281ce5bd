/** A promised behaviour and where the promise comes from. */
export interface Requirement {
  /** One sentence, present tense: what holds. */
  readonly promise: string;
  /** Specification section, RFC, documented design, or a fault seen in the field. */
  readonly source: string;
}
