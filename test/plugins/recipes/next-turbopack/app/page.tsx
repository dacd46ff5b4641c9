import { skills } from "#skills";

export default function Page() {
  return <main>{skills.names.join(", ")}</main>;
}
