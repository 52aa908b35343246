using Fathom.Model.Machine;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>Who looks on at programs: programs in the kernel, the kernel's audit, and processes that record or watch others.</summary>
/// <param name="programs">Lists the BPF programs, or says why not.</param>
/// <param name="audit">Asks the kernel's audit.</param>
/// <param name="limit">How long descriptors of processes are looked at.</param>
internal sealed class TracerFacts(Func<(IReadOnlyList<BpfProgram> Programs, string? Why)> programs, Func<AuditState> audit, TimeSpan limit) : IFactReader
{
    private const string Topic = FactTopics.Tracing;

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        ReadPrograms(facts);
        ReadAudit(facts);
        DescriptorTour tour = DescriptorTour.Of(machine, limit);
        foreach (TracerKind kind in TracerKind.All)
            Add(facts, kind.Fact, tour.Counts.Where(one => one.Key.Kind == kind).Select(static one => (one.Key.Program, one.Value)), tour.WhyIncomplete);
        Add(facts, "traced_processes", tour.Traced.GroupBy(static one => one.Tracer).Select(static group => ($"by {group.Key}", (long)group.Count())), null);
    }

    // Others that the total lacks make it a lower bound, which is no number to be compared.
    private static void Add(FactList facts, string name, IEnumerable<(string Program, long Count)> counts, string? why)
    {
        long total = 0;
        foreach ((string program, long count) in counts.OrderBy(static one => one.Program, StringComparer.Ordinal))
        {
            facts.Add(Topic, program, name, FactKind.Setting, count);
            total += count;
        }

        if (why is null)
            facts.Add(Topic, null, name, FactKind.Figure, total);
        else
            facts.Missing(Topic, null, name, FactKind.Figure, total == 0 ? why : $"{total} were seen; {why}");
    }

    private void ReadPrograms(FactList facts)
    {
        (IReadOnlyList<BpfProgram> all, string? why) = programs();
        Add(facts, "bpf_programs", all.GroupBy(static one => one.Title).Select(static group => (group.Key, (long)group.Count())), why);
    }

    private void ReadAudit(FactList facts)
    {
        AuditState state = audit();
        if (state.IsEnabled is { } enabled)
            facts.Add(Topic, null, "audit", FactKind.Setting, enabled ? state.Daemon > 0 ? "on, with a daemon" : "on, without a daemon" : "off");
        else
            facts.Missing(Topic, null, "audit", FactKind.Setting, state.Why ?? "not known");
        if (state.RuleCount is { } rules)
            facts.Add(Topic, null, "audit_rules", FactKind.Setting, rules);
        else
            facts.Missing(Topic, null, "audit_rules", FactKind.Setting, state.Why ?? "not known");
    }
}
