using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Block devices that hold something: what they are and how the kernel uses them.</summary>
internal sealed class StorageFacts : IFactReader
{
    private const string Topic = FactTopics.Storage;
    private const long SectorBytes = 512;

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        if (machine.Names("sys/block") is not { } devices)
        {
            facts.Missing(Topic, null, "devices", FactKind.Setting, "there is no /sys/block to read");
            return;
        }

        int count = 0;
        foreach (string device in devices)
        {
            // Loop devices and the like that nothing is behind have no size.
            if (machine.Number($"sys/block/{device}/size") is not (> 0 and < long.MaxValue / SectorBytes and var sectors))
                continue;
            facts.Add(Topic, device, "size_bytes", FactKind.Setting, sectors * SectorBytes);
            Read(machine, facts, device);
            count++;
        }

        facts.Add(Topic, null, "devices", FactKind.Setting, count.ToString(CultureInfo.InvariantCulture));
    }

    private static void Read(MachineFiles machine, FactList facts, string device)
    {
        const string absent = "the device does not report it";
        string queue = $"sys/block/{device}/queue";
        facts.File(machine, Topic, device, "rotational", $"{queue}/rotational", absent, shape: static text => text switch { "0" => "no", "1" => "yes", _ => null });
        facts.File(machine, Topic, device, "scheduler", $"{queue}/scheduler", "the device has no queue of its own", shape: FactList.Chosen);
        facts.File(machine, Topic, device, "write_cache", $"{queue}/write_cache", absent);
        facts.File(machine, Topic, device, "read_ahead_kb", $"{queue}/read_ahead_kb", absent, shape: FactList.Number);
        facts.File(machine, Topic, device, "requests", $"{queue}/nr_requests", absent, shape: FactList.Number);
        if (machine.Text($"sys/block/{device}/device/model") is { Length: > 0 } model)
            facts.Add(Topic, device, "model", FactKind.Setting, model);
    }
}
