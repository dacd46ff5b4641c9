interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}
export function configPage(schema: SchemaNode): Record<"keys" | "sources" | "outputs", string>;
