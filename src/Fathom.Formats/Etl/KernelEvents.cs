using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Names and fields of classic events. They are told in <c>KernelEvents.txt</c>, whose head says how.</summary>
internal static class KernelEvents
{
    private static readonly Lazy<(Dictionary<Guid, ClassicClass> Classes, Dictionary<int, ClassicClass> Groups)> s_all = new(Parse);

    /// <summary>The class with a number; null for one that is not known.</summary>
    public static ClassicClass? Find(Guid id) => s_all.Value.Classes.GetValueOrDefault(id);

    /// <summary>The description of an event of the kernel.</summary>
    /// <param name="hook">Group and opcode.</param>
    /// <param name="version">Version of its fields.</param>
    public static EventMetadata Describe(int hook, int version) => s_all.Value.Groups.TryGetValue(hook >> 8, out ClassicClass? of)
        ? of.Describe(hook & 0xFF, version)
        : new EventMetadata(KernelHook.Provider, hook, Unknown(hook), version, 0, 0, []) { OpCode = hook & 0xFF };

    private static string Unknown(int hook) => string.Create(CultureInfo.InvariantCulture, $"Group({hook >> 8})/Opcode({hook & 0xFF})");

    private static (Dictionary<Guid, ClassicClass> Classes, Dictionary<int, ClassicClass> Groups) Parse()
    {
        Dictionary<Guid, ClassicClass> classes = [];
        Dictionary<int, ClassicClass> groups = [];
        using Stream stream = typeof(KernelEvents).Assembly.GetManifestResourceStream("KernelEvents.txt")!;
        using StreamReader lines = new(stream);
        ClassicClass? of = null;
        int opcode = 0;
        EventField[] before = [];
        while (lines.ReadLine() is { } line)
        {
            string[] words = line.Split(' ', 2, StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || words[0] == "#")
                continue;
            string rest = words.Length > 1 ? words[1] : "";
            if (words[0] == "class")
            {
                string[] parts = rest.Split(' ');
                int group = parts[1] == "-" ? -1 : int.Parse(parts[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                of = new ClassicClass(Guid.Parse(parts[0]), group, parts[2].Replace('_', ' '), parts.Length > 3 ? parts[3] : "");
                classes[of.Id] = of;
                if (group >= 0)
                    groups[group] = of;
            }
            else if (line[0] != ' ')
            {
                opcode = int.Parse(words[0], CultureInfo.InvariantCulture);
                before = [];
                of!.Name(opcode, rest);
            }
            else
            {
                bool isMore = rest.StartsWith('+');
                before = isMore ? [.. before, .. EtlFieldText.Read(rest[1..])] : EtlFieldText.Read(rest);
                of!.Add(opcode, int.Parse(words[0], CultureInfo.InvariantCulture), before);
            }
        }

        return (classes, groups);
    }
}
