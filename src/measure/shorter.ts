/** Long texts with their middle left out: a measurement is read by people, too. */
export function shorter(value: string): string {
  if (value.length <= 1200) return value;
  return `${value.slice(0, 300)} … ${value.length - 600} more characters … ${value.slice(-300)}`;
}
