using Fathom.Model.Machine;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>Who uses the kernel's own tracer, by its files (tracefs): all of the machine, and instances that others made for themselves. What perf records does not show there.</summary>
internal sealed class TraceFolder : IFactReader
{
    private const string Topic = FactTopics.Tracing;
    private const int ShownNames = 10;

    private static readonly string[] s_places = ["sys/kernel/tracing", "sys/kernel/debug/tracing"];

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        string? place = s_places.FirstOrDefault(place => machine.Has($"{place}/current_tracer") || machine.Has($"{place}/events"));
        if (place is null)
        {
            // A folder that is there and empty has nothing mounted on it; one that may not be entered shows nothing of itself.
            bool isHidden = s_places.Any(place => machine.Has(place) && machine.Names(place) is null);
            string why = isHidden ? "no permission; run as root" : "tracefs is not mounted (mount -t tracefs nodev /sys/kernel/tracing)";
            foreach (string name in (string[])["tracer", "enabled_tracepoints", "probes", "trace_instances"])
                facts.Missing(Topic, null, name, FactKind.Setting, why);
            return;
        }

        ReadOne(machine, facts, null, place);
        facts.File(machine, Topic, null, "probes", $"{place}/dynamic_events", "the kernel has none", shape: static text => Listed(text.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        if (machine.Names($"{place}/instances") is not { } instances)
        {
            facts.Missing(Topic, null, "trace_instances", FactKind.Setting, "no permission; run as root");
            return;
        }

        facts.Add(Topic, null, "trace_instances", FactKind.Setting, instances.Count);
        foreach (string instance in instances)
            ReadOne(machine, facts, $"instance {instance}", $"{place}/instances/{instance}");
    }

    private static void ReadOne(MachineFiles machine, FactList facts, string? item, string folder)
    {
        facts.File(machine, Topic, item, "tracer", $"{folder}/current_tracer", "the kernel has none");
        facts.File(machine, Topic, item, "tracing_on", $"{folder}/tracing_on", "the kernel does not report it", shape: static text => text switch { "0" => "no", "1" => "yes", _ => null });
        string? text = machine.Read($"{folder}/set_event", out ProcReadState state);
        if (text is null)
            facts.Missing(Topic, item, "enabled_tracepoints", FactKind.Setting, state == ProcReadState.Refused ? "no permission; run as root" : "the kernel does not report them");
        else
            facts.Add(Topic, item, "enabled_tracepoints", FactKind.Setting, Listed(text.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    private static string Listed(string[] names) => names.Length switch
    {
        0 => "none",
        <= ShownNames => string.Join(", ", names),
        _ => $"{string.Join(", ", names.Take(ShownNames))} and {names.Length - ShownNames} more",
    };
}
