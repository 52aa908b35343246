using System.Buffers;
using System.Text;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Makes paths of what calls name, each text once: paths that come again allocate nothing.</summary>
internal sealed class PathTexts
{
    // Names that come once only, such as those of temporary files, are forgotten.
    private const int MostKept = 1 << 17;

    private readonly HashSet<string> _kept = new(StringComparer.Ordinal);
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _bySpan;
    private readonly ArrayBufferWriter<char> _made = new();

    /// <summary>Begins.</summary>
    public PathTexts() => _bySpan = _kept.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>The path of a name.</summary>
    /// <param name="folder">Where a relative one begins; null where that is not known.</param>
    /// <param name="name">The name, as bytes of UTF-8.</param>
    /// <returns>A path; one that begins with <c>?/</c> where the folder is not known.</returns>
    public string Of(string? folder, ReadOnlySpan<byte> name)
    {
        _made.ResetWrittenCount();
        while (name.StartsWith("./"u8))
            name = name[2..];
        if (!name.StartsWith("/"u8))
        {
            Add(folder ?? "?");
            if (!name.IsEmpty && !name.SequenceEqual("."u8) && folder != "/")
                Add("/");
        }

        if (!name.SequenceEqual("."u8))
            _made.Advance(Encoding.UTF8.GetChars(name, _made.GetSpan(Encoding.UTF8.GetMaxCharCount(name.Length))));
        return Kept(_made.WrittenSpan);
    }

    private void Add(string text)
    {
        text.CopyTo(_made.GetSpan(text.Length));
        _made.Advance(text.Length);
    }

    private string Kept(ReadOnlySpan<char> text)
    {
        if (_bySpan.TryGetValue(text, out string? kept))
            return kept;
        if (_kept.Count >= MostKept)
            _kept.Clear();
        string made = text.ToString();
        _kept.Add(made);
        return made;
    }
}
