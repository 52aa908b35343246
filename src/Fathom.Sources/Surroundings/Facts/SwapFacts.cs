using Fathom.Model.Machine;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Where memory is swapped out to, and how readily.</summary>
internal sealed class SwapFacts : IFactReader
{
    private const string Topic = FactTopics.Swap;

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        facts.File(machine, Topic, null, "swappiness", "proc/sys/vm/swappiness", "the kernel does not swap", shape: FactList.Number);
        facts.File(
            machine, Topic, null, "zswap", "sys/module/zswap/parameters/enabled", "the kernel has no zswap", shape: static text => text switch { "Y" or "1" => "on", "N" or "0" => "off", _ => null });
        string? text = machine.Read("proc/swaps", out ProcReadState state);
        if (text is null)
        {
            facts.Missing(Topic, null, "devices", FactKind.Setting, state == ProcReadState.Refused ? "no permission" : "the kernel does not swap");
            return;
        }

        int count = 0;
        foreach (string line in text.Split('\n').Skip(1))
        {
            // Filename, Type, Size, Used, Priority; blanks of a name are written as \040, sizes in KiB.
            if (line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is not [var device, var type, var size, var used, var priority])
                continue;
            string name = MountTable.Unescape(device);
            facts.Add(Topic, name, "type", FactKind.Setting, type);
            facts.Add(Topic, name, "size_bytes", FactKind.Setting, Bytes(size));
            facts.Add(Topic, name, "used_bytes", FactKind.Figure, Bytes(used));
            facts.Add(Topic, name, "priority", FactKind.Setting, priority);
            count++;
        }

        facts.Add(Topic, null, "devices", FactKind.Setting, count);
    }

    private static long Bytes(string kib) => MachineBalance.Number(kib) is var size && size < long.MaxValue / 1024 ? size * 1024 : 0;
}
