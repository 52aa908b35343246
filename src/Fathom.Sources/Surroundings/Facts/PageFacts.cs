using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>How the kernel manages memory: sizes, large pages, pages that are merged.</summary>
internal sealed class PageFacts : IFactReader
{
    private const string Topic = FactTopics.Memory;
    private const string NoHuge = "the kernel has no transparent huge pages";
    private const string NoMerging = "the kernel merges no pages (no KSM)";

    private static readonly (string Name, string File)[] s_rules =
    [
        ("overcommit", "proc/sys/vm/overcommit_memory"), ("dirty_ratio", "proc/sys/vm/dirty_ratio"), ("dirty_background_ratio", "proc/sys/vm/dirty_background_ratio"),
        ("zone_reclaim_mode", "proc/sys/vm/zone_reclaim_mode"), ("huge_pages", "proc/sys/vm/nr_hugepages"), ("max_map_count", "proc/sys/vm/max_map_count"),
    ];

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        string[] lines = machine.Lines("proc/meminfo");
        AddSize("total_bytes", "MemTotal:", FactKind.Setting);
        AddSize("available_bytes", "MemAvailable:", FactKind.Figure);
        AddSize("anonymous_huge_bytes", "AnonHugePages:", FactKind.Figure);
        facts.Add(Topic, null, "page_bytes", FactKind.Setting, Environment.SystemPageSize);
        facts.File(machine, Topic, null, "transparent_huge_pages", "sys/kernel/mm/transparent_hugepage/enabled", NoHuge, shape: FactList.Chosen);
        facts.File(machine, Topic, null, "transparent_huge_pages_defrag", "sys/kernel/mm/transparent_hugepage/defrag", NoHuge, shape: FactList.Chosen);
        facts.File(machine, Topic, null, "khugepaged_defrag", "sys/kernel/mm/transparent_hugepage/khugepaged/defrag", NoHuge, shape: FactList.Number);
        facts.File(machine, Topic, null, "ksm", "sys/kernel/mm/ksm/run", NoMerging, shape: static text => text switch { "0" => "off", "1" => "on", "2" => "unmerging", _ => null });
        facts.File(machine, Topic, null, "ksm_pages_sharing", "sys/kernel/mm/ksm/pages_sharing", NoMerging, FactKind.Figure, FactList.Number);
        foreach ((string name, string file) in s_rules)
            facts.File(machine, Topic, null, name, file, "the kernel does not have it", shape: FactList.Number);

        void AddSize(string name, string start, FactKind kind)
        {
            string? line = lines.FirstOrDefault(line => line.StartsWith(start, StringComparison.Ordinal));
            string digits = line is null ? "" : line[start.Length..].Replace("kB", "", StringComparison.Ordinal).Trim();
            if (long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long kib) && kib < long.MaxValue / 1024)
                facts.Add(Topic, null, name, kind, kib * 1024);
            else
                facts.Missing(Topic, null, name, kind, "/proc/meminfo does not list it");
        }
    }
}
