/** Kinds of values that belong to a person: the names of `PERSONAL_SHAPES`, in their order. */
export const PERSONAL_NAMES = ['email', 'phone', 'nik', 'card', 'iban', 'home'] as const;
