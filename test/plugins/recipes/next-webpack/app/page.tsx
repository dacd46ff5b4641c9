import { skills } from "virtual:skillc";

export default function Page() {
  return <main>{skills.names.join(", ")}</main>;
}
