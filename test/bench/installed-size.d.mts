export interface InstalledSize {
  /** Bytes of skillc itself. */
  readonly own: number;
  /** Bytes of all packages. */
  readonly all: number;
  readonly packages: number;
}
export const INSTALL_LIMITS: InstalledSize;
export function installedSize(modules: string): InstalledSize;
export function installedText(size: InstalledSize): string;
export function measureInstall(root: string): InstalledSize;
