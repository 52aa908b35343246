using System.Text;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The places that code of a trace comes from, each once.</summary>
internal sealed class CodeImages
{
    private readonly Dictionary<(CodeKind, string, string, int), CodeImage> _known = [];
    private readonly List<CodeImage> _all = [];
    private readonly Dictionary<int, CodeRange> _mapped = [];

    public CodeImages()
    {
        Unknown = Of(CodeKind.Unknown, "", "", 0);
        Kernel = Of(CodeKind.Kernel, "", "", 0);
    }

    /// <summary>All, by their number.</summary>
    public IReadOnlyList<CodeImage> All => _all;

    /// <summary>What no mapping covers.</summary>
    public CodeImage Unknown { get; }

    /// <summary>The kernel and its modules.</summary>
    public CodeImage Kernel { get; }

    /// <summary>The image of a mapping.</summary>
    /// <param name="path">Path as the process has it, or a name for memory without a file.</param>
    /// <param name="buildId">Build id, where the mapping tells it.</param>
    /// <param name="pid">The process.</param>
    public CodeImage Of(ReadOnlySpan<byte> path, ReadOnlySpan<byte> buildId, int pid)
    {
        CodeKind kind = KindOf(path);
        return kind == CodeKind.Compiled ? Of(kind, "", "", pid) : Of(kind, Encoding.UTF8.GetString(path), Convert.ToHexStringLower(buildId), 0);
    }

    /// <summary>Code of an image was mapped. The longest mapping is kept: a later one may be of a part.</summary>
    public void Map(CodeImage image, CodeRange mapped)
    {
        if (image.Kind == CodeKind.Native && mapped.Bytes > MappedOf(image).GetValueOrDefault().Bytes)
            _mapped[image.Number] = mapped;
    }

    /// <summary>How the code of an image was mapped; null where that is not known.</summary>
    public CodeRange? MappedOf(CodeImage image) => _mapped.TryGetValue(image.Number, out CodeRange mapped) ? mapped : null;

    // .NET maps what it compiles twice, from a file in memory without a name of its own; other runtimes take memory without a file.
    private static CodeKind KindOf(ReadOnlySpan<byte> path) =>
        path.IsEmpty || path.StartsWith("//anon"u8) || path.StartsWith("/memfd:doublemapper"u8) || path.StartsWith("[heap]"u8) || path.StartsWith("[anon"u8) ? CodeKind.Compiled
        : path.EndsWith(".dll"u8) || path.EndsWith(".exe"u8) ? CodeKind.Assembly
        : CodeKind.Native;

    private CodeImage Of(CodeKind kind, string path, string buildId, int pid)
    {
        if (!_known.TryGetValue((kind, path, buildId, pid), out CodeImage? image))
        {
            _known.Add((kind, path, buildId, pid), image = new CodeImage(_all.Count, kind, path, buildId, pid));
            _all.Add(image);
        }

        return image;
    }
}
