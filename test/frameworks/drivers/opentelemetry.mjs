// One request of an agent under a span: prints what the exporters of the real SDK got.
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { agentSkills } from "skillc/agent";
import { createToolGate } from "skillc/runtime";
import { skills } from "./skills/index.js";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const spans = new InMemorySpanExporter();
const tracers = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
trace.setGlobalTracerProvider(tracers);
const points = new InMemoryMetricExporter(0);
const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
const meters = new MeterProvider({ readers: [reader] });
metrics.setGlobalMeterProvider(meters);

// After the providers, as an application does it.
const { onEvent } = await import("./telemetry.mjs");

await trace.getTracer("app").startActiveSpan("chat", async (span) => {
  const agent = await agentSkills(skills, { onEvent, gate: createToolGate });
  await agent.call("load_skill", { name: "review" });
  await agent.call("load_skill", { name: "a name that the model made up" });
  await agent.call("load_skill", { name: "pdf", arguments: "tax.pdf" });
  await agent.call("read_skill_resource", { name: "pdf", path: "references/fields.md" });
  agent.check("Bash", { command: "git push origin a-secret-branch" });
  span.end();
});
await meters.forceFlush();

const dataPoints = points
  .getMetrics()
  .flatMap((resource) =>
    resource.scopeMetrics.flatMap(({ metrics: all }) =>
      all.flatMap(({ descriptor, dataPoints: list }) =>
        list.map(({ attributes, value }) => [descriptor.name, attributes, value.count ?? value]),
      ),
    ),
  );
const events = spans
  .getFinishedSpans()
  .map(({ name, events: list }) => [name, list.map((one) => [one.name, one.attributes])]);
console.log(JSON.stringify({ events, points: dataPoints, digest: skills.hash }));
