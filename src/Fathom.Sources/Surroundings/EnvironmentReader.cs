using Fathom.Model.Machine;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Tracers;

namespace Fathom.Sources.Surroundings;

/// <summary>Reads what a machine is like beside the program that is recorded: who else traces, devices, processors, memory, limits, kernel. Nothing is changed, no process is stopped.</summary>
public sealed class EnvironmentReader
{
    private static readonly TimeSpan s_tourLimit = TimeSpan.FromSeconds(1);

    private readonly string _root;
    private readonly IFactReader[] _readers;

    /// <summary>For this machine.</summary>
    public EnvironmentReader()
        : this("", static () => (BpfPrograms.List(out string? why), why), AuditRules.Read)
    {
    }

    /// <summary>For a folder that looks like the root of a machine.</summary>
    /// <param name="root">The folder.</param>
    /// <param name="programs">Lists the BPF programs.</param>
    /// <param name="audit">Asks the kernel's audit.</param>
    internal EnvironmentReader(string root, Func<(IReadOnlyList<BpfProgram>, string?)> programs, Func<AuditState> audit)
    {
        _root = root;
        _readers =
        [
            new KernelFacts(), new PlaceFacts(), new ProcessorFacts(), new LoadFacts(), new PageFacts(), new SwapFacts(), new StorageFacts(), new LimitFacts(), new TraceFolder(),
            new TracerFacts(programs, audit, s_tourLimit),
        ];
    }

    /// <summary>Reads all facts, in a fixed order.</summary>
    public IReadOnlyList<MachineFact> Read()
    {
        using MachineFiles machine = new(_root);
        FactList facts = new();
        foreach (IFactReader reader in _readers)
            reader.Read(machine, facts);
        return facts.LeftOut == 0
            ? facts.All
            : [.. facts.All, new MachineFact(FactTopics.Kernel, null, "facts_left_out", FactKind.Figure, null, $"{facts.LeftOut} facts are more than are kept")];
    }
}
