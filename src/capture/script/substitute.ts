/** Values for `${NAME}`; usually the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

export type Substituted =
  | { readonly ok: true; readonly text: string }
  /** `missing`: the variable that has no value. `malformed`: what stands there instead of a name. */
  | { readonly ok: false; readonly missing?: string; readonly malformed?: string };

const REFERENCE = /\$\$\{|\$\{([^}]*)\}?/g;
const NAME_AND_DEFAULT = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/**
 * Replaces `${NAME}` and `${NAME:-default}` as the shell does (an empty value counts as missing where
 * there is a default); `$${` writes `${`. A default cannot hold a closing brace.
 */
export function substitute(text: string, variables: Variables): Substituted {
  let problem: Substituted | undefined;
  const replaced = text.replace(REFERENCE, (whole: string, inside: string | undefined) => {
    if (whole === '$${') return '${';
    const found = resolve(whole, inside ?? '', variables);
    if (found.ok) return found.text;
    problem ??= found;
    return '';
  });
  return problem ?? { ok: true, text: replaced };
}

function resolve(whole: string, inside: string, variables: Variables): Substituted {
  const parts = NAME_AND_DEFAULT.exec(inside);
  if (!parts || !whole.endsWith('}')) return { ok: false, malformed: whole };
  const [, name = '', fallback] = parts;
  const value = variables[name];
  if (fallback !== undefined) return { ok: true, text: value ? value : fallback };
  return value === undefined ? { ok: false, missing: name } : { ok: true, text: value };
}
