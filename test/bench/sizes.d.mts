export declare const LIMITS: Readonly<
  Record<"access" | "everything" | "agent" | "agentWithParts" | "adapter" | "nativeAdapter", number>
>;
export declare const NATIVE_ADAPTERS: readonly string[];
export declare const ADAPTERS: readonly string[];
export declare function adapterBundle(bundler: string, name: string): Promise<string>;
export declare const AGENT_PARTS: readonly string[];
export declare function agentBundle(bundler: string, names?: readonly string[]): Promise<string>;
export declare const FEATURES: Readonly<Record<string, readonly string[]>>;
export declare const bundlerNames: readonly string[];
export declare function bundleOf(bundler: string, names?: readonly string[]): Promise<string>;
export declare function accessLayer(bundler: string): Promise<string>;
export declare function gzipSize(code: string): number;
