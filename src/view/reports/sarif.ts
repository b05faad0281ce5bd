import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Report,
  type ReportLevel,
  type ReportPlace,
  type ReportResult,
  type ReportRule,
  resultsOf,
} from './report.ts';

/**
 * A report as a SARIF 2.1.0 log (OASIS, "Static Analysis Results Interchange Format"), as code hosts
 * take it. Results keep the order of the report; suppressed ones are in it, marked as such.
 */
export function renderSarif(report: Report): string {
  const index = new Map(report.rules.map((rule, at) => [rule.id, at]));
  const results = [...resultsOf(report)].map(({ result }) => resultOf(result, index));
  const driver = {
    name: 'sadap',
    // Only a version of three numbers is a semantic one; ours always is.
    semanticVersion: report.version,
    rules: report.rules.map(ruleOf),
  };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  return JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2);
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const LEVEL: Record<ReportLevel, 'error' | 'warning' | 'note'> = {
  problem: 'error',
  warning: 'warning',
  note: 'note',
};

function ruleOf({ id, level, summary, help, url }: ReportRule) {
  return {
    id,
    shortDescription: { text: summary },
    ...(help !== undefined && { help: { text: help, markdown: help } }),
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: LEVEL[level] },
  };
}

function resultOf(result: ReportResult, index: ReadonlyMap<string, number>) {
  const { rule, level, message, fix, places, suppressed } = result;
  const at = index.get(rule);
  const text = fix === undefined ? message : `${message}. ${fix}`;
  return {
    ruleId: rule,
    ...(at !== undefined && { ruleIndex: at }),
    level: LEVEL[level],
    message: { text: withoutLinks(text) },
    locations: places.slice(0, 1).map(locationOf),
    ...(places.length > 1 && {
      relatedLocations: places.slice(1, MOST_RELATED).map((place, id) => ({
        id: id + 1,
        ...locationOf(place),
      })),
    }),
    partialFingerprints: { 'sadap/v1': fingerprintOf(result) },
    ...(suppressed !== undefined && {
      suppressions: [{ kind: 'external', justification: suppressed }],
    }),
  };
}

const MOST_RELATED = 20;

/** Viewers make `[text](address)` a link, and the text may be a server's. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function locationOf({ file, line, byteOffset, inside }: ReportPlace) {
  const region = {
    ...(line !== undefined && { startLine: line }),
    ...(byteOffset !== undefined && { byteOffset }),
  };
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(Object.keys(region).length > 0 && { region }),
    },
    ...(inside !== undefined && { logicalLocations: [{ fullyQualifiedName: inside }] }),
  };
}

/** A relative path stays one, so that the code host finds the file; `-` is no file at all. */
function uriOf(file: string): string {
  if (file === '-') return 'stdin:';
  if (isAbsolute(file)) return pathToFileURL(file).href;
  const segments = file.replaceAll('\\', '/').split('/');
  // A first segment with a colon would be read as the scheme of a URI.
  return segments.map((each) => encodeURIComponent(each)).join('/');
}

function fingerprintOf({ rule, message, fingerprint }: ReportResult): string {
  const text = fingerprint ?? message;
  return createHash('sha256').update(`${rule}\n${text}`).digest('hex').slice(0, 32);
}
