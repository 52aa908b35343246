using System.Globalization;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>
/// Name and fields of the events that a stream describes without them: the runtime's own. They are told in <c>RuntimeEvents.txt</c>, whose head says how.
/// </summary>
public static class RuntimeEvents
{
    private static readonly Lazy<Dictionary<(string Provider, int EventId), SortedList<int, EventShape>>> s_events = new(Parse);

    /// <summary>All that are known: provider, number, version, shape.</summary>
    public static IEnumerable<(string Provider, int EventId, int Version, EventShape Shape)> All =>
        s_events.Value.SelectMany(of => of.Value.Select(version => (of.Key.Provider, of.Key.EventId, version.Key, version.Value)));

    /// <summary>
    /// The event of this version, or of the newest one before it: later versions have more fields at the end. Null for one that is not known.
    /// </summary>
    public static EventShape? Find(string provider, int eventId, int version)
    {
        if (!s_events.Value.TryGetValue((provider, eventId), out SortedList<int, EventShape>? versions))
            return null;
        EventShape found = versions.Values[0];
        foreach ((int of, EventShape shape) in versions)
        {
            if (of <= version)
                found = shape;
        }

        return found;
    }

    private static Dictionary<(string Provider, int EventId), SortedList<int, EventShape>> Parse()
    {
        Dictionary<(string, int), SortedList<int, EventShape>> events = [];
        using Stream stream = typeof(RuntimeEvents).Assembly.GetManifestResourceStream("RuntimeEvents.txt")!;
        using StreamReader lines = new(stream);
        string provider = "";
        string name = "";
        EventField[] before = [];
        SortedList<int, EventShape> versions = [];
        while (lines.ReadLine() is { } line)
        {
            (string first, string rest) = Split(line.Trim());
            if (first is "#" or "")
                continue;
            if (first == "provider")
            {
                provider = string.Intern(rest);
            }
            else if (line[0] != ' ')
            {
                (name, before, versions) = (rest, [], []);
                events[(provider, Number(first))] = versions;
            }
            else
            {
                EventFieldText text = new(rest);
                before = text.SkipPlus() ? [.. before, .. text.Fields(before)] : text.Fields([]);
                versions[Number(first)] = new EventShape(name, before, true);
            }
        }

        return events;
    }

    private static (string First, string Behind) Split(string line) =>
        line.IndexOf(' ', StringComparison.Ordinal) is > 0 and var space ? (line[..space], line[(space + 1)..]) : (line, "");

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
