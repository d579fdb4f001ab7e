export interface ScenarioLevel {
  /** Undefined if the item inherits. */
  fallback?: boolean;
  RA?: boolean;
  RB?: boolean;
}

export interface PermissionScenario {
  id: string;
  /** The `page-view` permission of role RA; role RB has none. */
  roleLevel?: 'all' | 'own';
  /** Whether the caller owns the page. */
  owner?: boolean;
  /** Whether the caller holds RB besides RA. */
  both?: boolean;
  page?: ScenarioLevel;
  chapter?: ScenarioLevel;
  book?: ScenarioLevel;
  allowed: boolean;
}

/** The table of content-behaviour §11.4: may the caller view page P in chapter C of book B? */
export const PERMISSION_SCENARIOS: readonly PermissionScenario[] = [
  { id: 'SR01', roleLevel: 'all', allowed: true },
  { id: 'SR02', allowed: false },
  { id: 'SR10', roleLevel: 'own', owner: true, allowed: true },
  { id: 'SR11', roleLevel: 'own', allowed: false },
  { id: 'SR20', roleLevel: 'all', both: true, allowed: true },
  { id: 'SR21', roleLevel: 'own', owner: true, both: true, allowed: true },
  { id: 'SE01', page: { fallback: false, RA: true }, allowed: true },
  { id: 'SE02', page: { fallback: false, RA: false }, allowed: false },
  { id: 'SE03', page: { fallback: false, RA: true, RB: false }, both: true, allowed: true },
  { id: 'SE20', chapter: { fallback: false, RA: true }, allowed: true },
  { id: 'SE21', chapter: { fallback: false, RA: false }, allowed: false },
  { id: 'SE22', chapter: { fallback: false, RA: false, RB: true }, both: true, allowed: true },
  { id: 'SE30', chapter: { fallback: false, RA: false }, page: { RA: true }, allowed: true },
  { id: 'SE31', chapter: { fallback: false, RA: true }, page: { RA: false }, allowed: false },
  { id: 'SE40', chapter: { fallback: false, RB: true }, page: { RA: false }, both: true, allowed: true },
  { id: 'SE41', chapter: { fallback: false, RB: false }, page: { RA: true }, both: true, allowed: true },
  { id: 'SE50', page: { RA: true }, allowed: true },
  { id: 'SE51', roleLevel: 'all', page: { RA: false }, allowed: false },
  { id: 'SE60', chapter: { RA: true }, allowed: true },
  { id: 'SE61', roleLevel: 'all', chapter: { RA: false }, allowed: false },
  { id: 'SE62', roleLevel: 'own', owner: true, chapter: { RA: false }, allowed: false },
  { id: 'SE70', roleLevel: 'all', page: { RB: false }, both: true, allowed: false },
  { id: 'SE71', roleLevel: 'own', owner: true, page: { RB: false }, both: true, allowed: false },
  { id: 'SE75', roleLevel: 'all', chapter: { RB: false }, both: true, allowed: false },
  { id: 'SE76', roleLevel: 'own', owner: true, chapter: { RB: false }, both: true, allowed: false },
  { id: 'SE80', page: { fallback: false, RA: true }, allowed: true },
  { id: 'SE81', page: { fallback: true, RA: false }, allowed: false },
  { id: 'SE84', page: { fallback: false, RA: true }, both: true, allowed: true },
  { id: 'SE85', page: { fallback: true, RA: false }, both: true, allowed: false },
  { id: 'SE86', chapter: { fallback: false, RA: true }, allowed: true },
  { id: 'SE87', chapter: { fallback: true, RA: false }, allowed: false },
  { id: 'SE88', chapter: { fallback: false, RA: true }, both: true, allowed: true },
  { id: 'SE89', chapter: { fallback: true, RA: false }, both: true, allowed: false },
  { id: 'SE90', chapter: { fallback: false, RA: true }, page: { fallback: false }, allowed: false },
  { id: 'SE91', book: { fallback: false, RA: true }, chapter: { fallback: false }, allowed: false },
];
