// For engines that answer requests: one record per line of the response.
import { probe } from "./suite.mjs";
import { input } from "./input.mjs";

export default {
  fetch() {
    const records = probe(input);
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async pull(controller) {
        const { done, value } = await records.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      },
    });
    return new Response(body);
  },
};
