import type { Finding, Place, Severity } from '../model/finding.ts';
import type { Profile } from '../model/profile.ts';
import type { Session } from '../model/session.ts';
import { count, plainText } from './evidence/text.ts';
import type { CheckContext, Rule } from './rule.ts';
import { annotations } from './rules/content/annotations.ts';
import { contentBlock } from './rules/content/content-block.ts';
import { emptyDescription } from './rules/content/empty-description.ts';
import { hiddenCharacters } from './rules/content/hidden-characters.ts';
import { inputSchema } from './rules/content/input-schema.ts';
import { leakedIndentation } from './rules/content/leaked-indentation.ts';
import { ordersToTheModel } from './rules/content/orders-to-the-model.ts';
import { outputSchema } from './rules/content/output-schema.ts';
import { pagination } from './rules/content/pagination.ts';
import { progressOrder } from './rules/content/progress-order.ts';
import { requestParams } from './rules/content/request-params.ts';
import { resultMemberTypes } from './rules/content/result-member-types.ts';
import { resultShape } from './rules/content/result-shape.ts';
import { rpcError } from './rules/content/rpc-error.ts';
import { schemaDialect } from './rules/content/schema-dialect.ts';
import { schemaInvalid } from './rules/content/schema-invalid.ts';
import { softError } from './rules/content/soft-error.ts';
import { structuredAlone } from './rules/content/structured-alone.ts';
import { structuredDiffers } from './rules/content/structured-differs.ts';
import { toolDefinition } from './rules/content/tool-definition.ts';
import { toolError } from './rules/content/tool-error.ts';
import { toolResultShape } from './rules/content/tool-result-shape.ts';
import { bigInteger } from './rules/framing/big-integer.ts';
import { blankLines } from './rules/framing/blank-lines.ts';
import { bom } from './rules/framing/bom.ts';
import { clientNotJson } from './rules/framing/client-not-json.ts';
import { crlf } from './rules/framing/crlf.ts';
import { cutAtExit } from './rules/framing/cut-at-exit.ts';
import { duplicateKeys } from './rules/framing/duplicate-keys.ts';
import { invalidUtf8 } from './rules/framing/invalid-utf8.ts';
import { jsonrpcVersion } from './rules/framing/jsonrpc-version.ts';
import { largeMessage } from './rules/framing/large-message.ts';
import { loneSurrogate } from './rules/framing/lone-surrogate.ts';
import { lspFraming } from './rules/framing/lsp-framing.ts';
import { messageOverLines } from './rules/framing/message-over-lines.ts';
import { messagesOnOneLine } from './rules/framing/messages-on-one-line.ts';
import { notANumber } from './rules/framing/not-a-number.ts';
import { npmEcho } from './rules/framing/npm-echo.ts';
import { roundedInteger } from './rules/framing/rounded-integer.ts';
import { strayOutput } from './rules/framing/stray-output.ts';
import { utf16 } from './rules/framing/utf-16.ts';
import { wrappedMessage } from './rules/framing/wrapped-message.ts';
import { collidingNames } from './rules/host-limits/colliding-names.ts';
import { cut } from './rules/host-limits/cut.ts';
import { duplicateNames } from './rules/host-limits/duplicate-names.ts';
import { leftOut } from './rules/host-limits/left-out.ts';
import { nameCharacters } from './rules/host-limits/name-characters.ts';
import { nameLength } from './rules/host-limits/name-length.ts';
import { propertyKeys } from './rules/host-limits/property-keys.ts';
import { refused } from './rules/host-limits/refused.ts';
import { schemaReferences } from './rules/host-limits/schema-references.ts';
import { topLevelCombinators } from './rules/host-limits/top-level-combinators.ts';
import { accept } from './rules/http/accept.ts';
import { contentType } from './rules/http/content-type.ts';
import { incompleteEvent } from './rules/http/incomplete-event.ts';
import { noAnswer } from './rules/http/no-answer.ts';
import { notificationStatus } from './rules/http/notification-status.ts';
import { protocolVersion } from './rules/http/protocol-version.ts';
import { sessionId } from './rules/http/session-id.ts';
import { standardHeaders } from './rules/http/standard-headers.ts';
import { answerToNotification } from './rules/ids/answer-to-notification.ts';
import { badId } from './rules/ids/bad-id.ts';
import { batchNotAllowed } from './rules/ids/batch-not-allowed.ts';
import { duplicateAnswer } from './rules/ids/duplicate-answer.ts';
import { emptyBatch } from './rules/ids/empty-batch.ts';
import { idRespelled } from './rules/ids/id-respelled.ts';
import { idTypeChanged } from './rules/ids/id-type-changed.ts';
import { lateAnswer } from './rules/ids/late-answer.ts';
import { malformedAnswer } from './rules/ids/malformed-answer.ts';
import { orphanAnswer } from './rules/ids/orphan-answer.ts';
import { progressToken } from './rules/ids/progress-token.ts';
import { reused } from './rules/ids/reused.ts';
import { reusedWhileOpen } from './rules/ids/reused-while-open.ts';
import { truncated } from './rules/ids/truncated.ts';
import { unanswered } from './rules/ids/unanswered.ts';
import { wrongIds } from './rules/ids/wrong-ids.ts';
import { beforeInitialize } from './rules/lifecycle/before-initialize.ts';
import { cacheFields } from './rules/lifecycle/cache-fields.ts';
import { deprecated } from './rules/lifecycle/deprecated.ts';
import { methodOfAnotherRevision } from './rules/lifecycle/method-of-another-revision.ts';
import { order } from './rules/lifecycle/order.ts';
import { probe } from './rules/lifecycle/probe.ts';
import { repeatedCall } from './rules/lifecycle/repeated-call.ts';
import { requestMeta } from './rules/lifecycle/request-meta.ts';
import { resultType } from './rules/lifecycle/result-type.ts';
import { revision } from './rules/lifecycle/revision.ts';
import { serverCapability } from './rules/lifecycle/server-capability.ts';
import { undeclaredCapability } from './rules/lifecycle/undeclared-capability.ts';
import { closedEarly } from './rules/process/closed-early.ts';
import { crashed } from './rules/process/crashed.ts';
import { diedBeforeHandshake } from './rules/process/died-before-handshake.ts';
import { ignoredEof } from './rules/process/ignored-eof.ts';
import { leftBehind } from './rules/process/left-behind.ts';
import { slowStart } from './rules/process/slow-start.ts';
import { stderrFlood } from './rules/process/stderr-flood.ts';
import type { SchemaChecker } from './schemas/checker.ts';

/** Every rule, in the order in which help pages list them. */
export const rules: readonly Rule[] = [
  strayOutput,
  npmEcho,
  blankLines,
  bom,
  crlf,
  lspFraming,
  cutAtExit,
  messagesOnOneLine,
  messageOverLines,
  clientNotJson,
  invalidUtf8,
  notANumber,
  bigInteger,
  roundedInteger,
  duplicateKeys,
  jsonrpcVersion,
  largeMessage,
  loneSurrogate,
  utf16,
  wrappedMessage,
  unanswered,
  orphanAnswer,
  duplicateAnswer,
  idTypeChanged,
  idRespelled,
  wrongIds,
  answerToNotification,
  malformedAnswer,
  lateAnswer,
  emptyBatch,
  batchNotAllowed,
  reusedWhileOpen,
  progressToken,
  badId,
  reused,
  truncated,
  revision,
  undeclaredCapability,
  probe,
  order,
  repeatedCall,
  beforeInitialize,
  cacheFields,
  deprecated,
  methodOfAnotherRevision,
  requestMeta,
  resultType,
  serverCapability,
  accept,
  noAnswer,
  notificationStatus,
  contentType,
  incompleteEvent,
  protocolVersion,
  sessionId,
  standardHeaders,
  softError,
  toolError,
  rpcError,
  toolDefinition,
  toolResultShape,
  resultMemberTypes,
  inputSchema,
  outputSchema,
  schemaDialect,
  schemaInvalid,
  structuredAlone,
  structuredDiffers,
  annotations,
  contentBlock,
  emptyDescription,
  hiddenCharacters,
  leakedIndentation,
  ordersToTheModel,
  pagination,
  progressOrder,
  requestParams,
  resultShape,
  duplicateNames,
  collidingNames,
  nameLength,
  topLevelCombinators,
  propertyKeys,
  schemaReferences,
  nameCharacters,
  cut,
  leftOut,
  refused,
  diedBeforeHandshake,
  ignoredEof,
  stderrFlood,
  closedEarly,
  crashed,
  slowStart,
  leftBehind,
];

/** The rule id under which a rule that threw is reported. */
export const RULE_FAILED = 'internal/rule-failed';

/** The rule of this id; undefined when there is none. */
export function ruleOf(id: string): Rule | undefined {
  return rules.find((each) => each.id === id);
}

export interface CheckOptions {
  /** Findings of one rule and severity beyond this many are folded into one. Default 5. */
  readonly most?: number;
  /** Hosts whose limits are looked at. Default none: it takes a reading of every list by each. */
  readonly profiles?: readonly Profile[];
  /** The user named these hosts. */
  readonly isHostChosen?: boolean;
  /** Without one, nothing is checked against schemas. One for each session: its time is limited. */
  readonly schemas?: SchemaChecker | undefined;
}

/**
 * Everything that the rules find in a session: problems, then warnings, then notes, each in the
 * order of the wire. A session without faults gives none. Never throws: a rule that does becomes a
 * note (`internal/rule-failed`), and the others still run.
 */
export function checkSession(session: Session, options: CheckOptions = {}): Finding[] {
  return runRules(rules, session, options);
}

/** As `checkSession`, with the rules given. */
export function runRules(
  chosen: readonly Rule[],
  session: Session,
  { most = 5, profiles = [], isHostChosen = false, schemas }: CheckOptions = {},
): Finding[] {
  const context = { profiles, isHostChosen, schemas };
  const found = chosen.flatMap((rule) => fold(runOne(rule, session, context), most));
  return found.sort(byWeightThenPlace);
}

function runOne(rule: Rule, session: Session, context: CheckContext): Finding[] {
  try {
    return rule.check(session, context);
  } catch (error) {
    return [ruleFailed(rule, error)];
  }
}

function ruleFailed(rule: Rule, error: unknown): Finding {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    rule: RULE_FAILED,
    severity: 'note',
    side: 'nobody',
    title: `the rule ${rule.id} failed on this session: ${plainText(what, 200)}`,
    places: [],
    fix: 'Report this as a bug of sadap; the other rules are not affected.',
  };
}

/** A server that does the same wrong five hundred times has one fault, not five hundred. */
function fold(findings: readonly Finding[], most: number): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const each of findings) {
    const key = `${each.severity} ${each.side}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].flatMap((group) => foldGroup(group, most));
}

const PLACES_OF_A_FOLD = 100;

function foldGroup(group: readonly Finding[], most: number): Finding[] {
  if (group.length <= most) return [...group];
  const kept = group.slice(0, most - 1);
  const [first, ...rest] = group.slice(most - 1);
  if (!first) return kept;
  const places = [first, ...rest].flatMap((each) => each.places.slice(0, 1));
  const title = `${count(rest.length + 1, 'more finding')} of this kind, the first: ${first.title}`;
  return [...kept, { ...first, title, places: places.slice(0, PLACES_OF_A_FOLD) }];
}

const WEIGHT: Record<Severity, number> = { problem: 0, warning: 1, note: 2 };

function byWeightThenPlace(one: Finding, two: Finding): number {
  return (
    WEIGHT[one.severity] - WEIGHT[two.severity] ||
    comparePlaces(one.places[0], two.places[0]) ||
    (one.rule < two.rule ? -1 : Number(one.rule > two.rule))
  );
}

/** A finding without a place is about the session as a whole and comes after the others. */
function comparePlaces(one: Place | undefined, two: Place | undefined): number {
  if (!one || !two) return Number(!one) - Number(!two);
  return one.seq - two.seq || (one.index ?? 0) - (two.index ?? 0);
}
