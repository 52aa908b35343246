using System.Globalization;
using System.IO.Enumeration;
using System.Text;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>The files of a machine, each read into the same buffer. Not thread-safe.</summary>
/// <param name="root">What stands before <c>/proc</c> and <c>/sys</c>: nothing for this machine; tests give a folder that looks like one.</param>
internal sealed class MachineFiles(string root) : IDisposable
{
    private readonly ProcReader _reader = new(root);

    /// <summary>What stands before <c>/proc</c>.</summary>
    public string Root => root;

    /// <summary>Whether it is this machine.</summary>
    public bool IsLive => root.Length == 0;

    /// <summary>The text of a file without blanks around it; null where it could not be read.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public string? Text(string path) => Read(path, out _);

    /// <summary>The lines of a file; none where it could not be read.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public string[] Lines(string path) => Text(path)?.Split('\n') ?? [];

    /// <summary>The text of a file without blanks around it.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    /// <param name="state">How the reading ended.</param>
    public string? Read(string path, out ProcReadState state)
    {
        state = _reader.ReadAt(Encoding.UTF8.GetBytes(path), out ReadOnlySpan<byte> text);
        return state == ProcReadState.Read ? Encoding.UTF8.GetString(text).Trim() : null;
    }

    /// <summary>A number that is all of a file; null where it is none.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public long? Number(string path) => long.TryParse(Text(path), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number : null;

    /// <summary>Whether there is such a file or folder.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public bool Has(string path) => Path.Exists($"{root}/{path}");

    /// <summary>The names in a folder, in order; null where it is not there or may not be read.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public IReadOnlyList<string>? Names(string path)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"{root}/{path}").Select(static entry => Path.GetFileName(entry)).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The names in a folder that are numbers, in order; null where it is not there or may not be read.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public List<int>? Numbers(string path)
    {
        try
        {
            List<int> numbers =
            [
                .. new FileSystemEnumerable<int>(
                    $"{root}/{path}",
                    static (ref entry) => int.Parse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture),
                    new EnumerationOptions { IgnoreInaccessible = false, AttributesToSkip = 0 })
                {
                    ShouldIncludePredicate = static (ref entry) => int.TryParse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture, out _),
                },
            ];
            numbers.Sort();
            return numbers;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The target of a link; null where it cannot be read.</summary>
    /// <param name="path">Its path, without the first slash.</param>
    public string? Link(string path)
    {
        try
        {
            return new FileInfo($"{root}/{path}").LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();
}
