using System.Globalization;
using Fathom.Files;

namespace Fathom.Recorder.Segments;

/// <summary>
/// The files in which a source of a ring is kept: <c>NAME.000003</c> and the next ones have what came one after the other, and <c>NAME.000002.state</c> what of all that came before them is needed to
/// read them.
/// </summary>
public static class SegmentFiles
{
    /// <summary>The folder of a ring in that of the raw files.</summary>
    public const string Folder = "ring";

    private const string StateSuffix = ".state";
    private const string NumberFormat = "000000";

    /// <summary>The file of a segment.</summary>
    public static string PathOf(string folder, string name, int number) =>
        Path.Combine(folder, $"{name}.{number.ToString(NumberFormat, CultureInfo.InvariantCulture)}");

    /// <summary>The file of what was before the segment behind a number.</summary>
    public static string StateOf(string folder, string name, int number) => PathOf(folder, name, number) + StateSuffix;

    /// <summary>Opens what there is of a source, in the order of time.</summary>
    /// <param name="folder">The folder of the ring.</param>
    /// <param name="name">The source.</param>
    public static IReadOnlyList<Func<Stream>> Of(string folder, string name)
    {
        (string Path, int Number, bool IsState)[] all = [.. All(folder, name)];
        int state = all.Where(static each => each.IsState).Select(static each => each.Number).DefaultIfEmpty(0).Max();
        return
        [
            .. all.Where(each => each.IsState ? each.Number == state : each.Number > state).OrderBy(static each => each.IsState ? 0 : each.Number)
                .Select(static each => (Func<Stream>)(() => RegularFile.OpenRead(each.Path))),
        ];
    }

    /// <summary>The sources that have files in a folder.</summary>
    public static IReadOnlyList<string> Names(string folder) =>
    [
        .. Directory.EnumerateFiles(folder).Select(static path => Parse(Path.GetFileName(path), out string name, out _, out _) ? name : null)
            .OfType<string>().Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
    ];

    /// <summary>Removes all files of a source that has ended.</summary>
    /// <exception cref="IOException">One cannot be removed.</exception>
    public static void Remove(string folder, string name)
    {
        foreach ((string path, _, _) in All(folder, name).ToArray())
            OwnTree.DeleteFile(path);
    }

    /// <summary>Bytes of all files of a folder.</summary>
    public static long Bytes(string folder) => new DirectoryInfo(folder).EnumerateFiles().Sum(static file => file.Length);

    private static IEnumerable<(string Path, int Number, bool IsState)> All(string folder, string name)
    {
        foreach (string path in Directory.EnumerateFiles(folder))
        {
            if (Parse(Path.GetFileName(path), out string source, out int number, out bool isState) && source == name)
                yield return (path, number, isState);
        }
    }

    private static bool Parse(string file, out string name, out int number, out bool isState)
    {
        isState = file.EndsWith(StateSuffix, StringComparison.Ordinal);
        string rest = isState ? file[..^StateSuffix.Length] : file;
        int dot = rest.LastIndexOf('.');
        (name, number) = (dot < 0 ? "" : rest[..dot], 0);
        return dot > 0 && rest.Length - dot - 1 >= NumberFormat.Length
            && int.TryParse(rest.AsSpan(dot + 1), NumberStyles.None, CultureInfo.InvariantCulture, out number);
    }
}
