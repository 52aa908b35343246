using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// Names and fields of events of Windows providers whose schemas no file has: those of traces that were not merged. They are told in
/// <c>ProviderEvents.txt</c>, whose head says how.
/// </summary>
internal static class ProviderEvents
{
    private static readonly Lazy<Dictionary<(Guid Provider, int Id, int Version), (string Name, EventField[] Fields)>> s_all = new(Parse);

    /// <summary>An event; null where it is not known in this version.</summary>
    /// <param name="provider">Its provider.</param>
    /// <param name="id">Its number.</param>
    /// <param name="version">Version of its fields.</param>
    public static (string Name, EventField[] Fields)? Find(Guid provider, int id, int version) =>
        s_all.Value.TryGetValue((provider, id, version), out (string Name, EventField[] Fields) known) ? known : null;

    private static Dictionary<(Guid Provider, int Id, int Version), (string Name, EventField[] Fields)> Parse()
    {
        Dictionary<(Guid, int, int), (string, EventField[])> all = [];
        using Stream stream = typeof(ProviderEvents).Assembly.GetManifestResourceStream("ProviderEvents.txt")!;
        using StreamReader lines = new(stream);
        Guid provider = default;
        int id = 0;
        string name = "";
        EventField[] before = [];
        while (lines.ReadLine() is { } line)
        {
            string[] words = line.Split(' ', 2, StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || words[0] == "#")
                continue;
            string rest = words.Length > 1 ? words[1] : "";
            if (words[0] == "provider")
            {
                provider = Guid.Parse(rest);
            }
            else if (line[0] != ' ')
            {
                (id, name, before) = (int.Parse(words[0], CultureInfo.InvariantCulture), rest, []);
            }
            else
            {
                before = rest.StartsWith('+') ? [.. before, .. EtlFieldText.Read(rest[1..])] : EtlFieldText.Read(rest);
                all.Add((provider, id, int.Parse(words[0], CultureInfo.InvariantCulture)), (name, before));
            }
        }

        return all;
    }
}
