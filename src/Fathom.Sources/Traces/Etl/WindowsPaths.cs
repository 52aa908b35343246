using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Paths of files as texts of a recording: with their drive, each in one spelling, for Windows does not tell upper case from
/// lower.</summary>
/// <param name="drives">Gives paths their drives.</param>
/// <param name="sink">Keeps the texts.</param>
internal sealed class WindowsPaths(DrivePaths drives, IRecordingSink sink)
{
    private const int Most = 1 << 18;

    private readonly Dictionary<string, TextId> _raw = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, TextId> _made = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The text of a path as the kernel has it; none for an empty one.</summary>
    public TextId Of(ReadOnlySpan<char> path)
    {
        if (path.IsEmpty)
            return TextId.None;
        var raw = _raw.GetAlternateLookup<ReadOnlySpan<char>>();
        if (raw.TryGetValue(path, out TextId known))
            return known;
        string made = drives.Of(path);
        if (!_made.TryGetValue(made, out TextId text))
        {
            text = sink.Ids.Text(made);
            if (_made.Count < Most)
                _made.Add(made, text);
        }

        if (_raw.Count < Most)
            raw[path] = text;
        return text;
    }
}
