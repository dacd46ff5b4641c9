import { thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import type { Report, SkillGroup } from "../model.ts";
import { html, type Markup } from "./markup.ts";
import { scrollTable } from "./table.ts";

export function groupsSection({ views, namespaces, all }: Report): Markup {
  if (views.length + namespaces.length === 0)
    return html`<p class="empty">
      No views and no namespaces. A view gives an agent a part of the catalog: <code>views</code> in the config.
    </p>`;
  const row =
    (kind: "view" | "namespace") =>
    (group: SkillGroup, index: number): Markup =>
      groupRow(html`<a href="#skills" data-${{ markup: kind }}="${index}"><bdi>${group.name}</bdi></a>`, kind, group);
  return html`${scrollTable(
      "Views and namespaces",
      [["Name"], ["Kind"], ["Skills", "num"], ["Index", "num"], ["Preloaded", "num wide"], ["Size", "num wide"]],
      html`<tbody>
          ${views.map(row("view"))}${namespaces.map(row("namespace"))}
        </tbody>
        <tfoot>
          ${groupRow(html`All skills`, "", all)}
        </tfoot>`,
    )}
    <p class="hint">Index and preloaded are estimated tokens.</p>`;
}

function groupRow(name: Markup, kind: string, group: SkillGroup): Markup {
  return html`<tr>
    <th scope="row">${name}${group.patterns.length > 0 && html`<small>${group.patterns.join(", ")}</small>`}</th>
    <td>${kind}</td>
    <td class="num">${thousands(group.skills)}</td>
    <td class="num">${thousands(group.indexTokens)}</td>
    <td class="num wide">${thousands(group.preloadTokens)}</td>
    <td class="num wide">${formatBytes(group.bytes)}</td>
  </tr>`;
}
