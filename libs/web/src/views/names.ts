/** A letter, digit or sign that takes ink. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/u;

/** The name as a page shows it. A name of spaces and invisible characters could be neither read nor pressed. */
export const nameOf = (name: string): string => (VISIBLE.test(name) ? name : 'Untitled');
