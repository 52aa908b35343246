using Fathom.Files;
using Fathom.Formats.DepsJson;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Origins;

/// <summary>
/// Whose code a method is, by the path of its file and by what the program's deps.json says of it, never by its name. A program without
/// deps.json: what is not framework is its own.
/// </summary>
internal sealed class MethodOrigins
{
    public const string Own = "own";
    public const string Library = "library";
    public const string Framework = "framework";
    public const string Native = "native";
    public const string Kernel = "kernel";

    // Files of a package that are not beside the program lie in runtimes/RID/lib/FRAMEWORK.
    private const int MostParents = 4;
    private const int MostFiles = 8;
    private const long MostBytes = 32 << 20;

    private readonly Dictionary<string, DependencyFile[]> _folders = [];
    private readonly Dictionary<int, DependencyFile[]> _bundles = [];
    private readonly Dictionary<(string Path, int Pid), string> _known = [];

    /// <summary>The origin of a method; null where nothing tells where its code is from.</summary>
    /// <param name="kind">kernel, native, managed or unknown.</param>
    /// <param name="path">File of its module as its process has it; null for none.</param>
    /// <param name="pid">A process that has the file, by its number at the machine; 0 where that is not known.</param>
    public string? Of(string kind, string? path, int pid) => kind switch
    {
        "kernel" => Kernel,
        "native" => Native,
        // Code that was made at run time, or loaded from bytes, has a name in its place.
        "managed" when path?.AsSpan().ContainsAny('/', '\\') == true => OfAssembly(path, pid),
        _ => null,
    };

    private string OfAssembly(string path, int pid)
    {
        if (!_known.TryGetValue((path, pid), out string? origin))
            _known.Add((path, pid), origin = Find(path, pid));
        return origin;
    }

    private string Find(string path, int pid)
    {
        if (FrameworkVersion.Of(path) is not null)
            return Framework;
        string file = path[(path.LastIndexOfAny(['/', '\\']) + 1)..];
        string? type = OfFolders(path, pid).Concat(OfBundle(pid)).Select(listed => listed.TypeOf(file)).FirstOrDefault(static found => found is not null);
        return type switch
        {
            "package" or "reference" => Library,
            "runtimepack" => Framework,
            _ => Own,
        };
    }

    private IEnumerable<DependencyFile> OfFolders(string path, int pid)
    {
        if (!Path.IsPathRooted(path))
            yield break;
        string? folder = Path.GetDirectoryName(path);
        for (int i = 0; folder is not null && i <= MostParents; folder = Path.GetDirectoryName(folder), i++)
        {
            foreach (DependencyFile file in In(folder, pid))
                yield return file;
        }
    }

    // A program in a container has its files below its own root; where it has ended, only a file at the same path is left to ask.
    private DependencyFile[] In(string folder, int pid)
    {
        string inner = $"/proc/{pid}/root{folder}";
        string place = pid > 0 && Directory.Exists(inner) ? inner : folder;
        if (_folders.TryGetValue(place, out DependencyFile[]? known))
            return known;
        try
        {
            known = Directory.Exists(place)
                ? [.. Directory.EnumerateFiles(place, "*.deps.json").Order(StringComparer.Ordinal).Take(MostFiles).Select(Read).OfType<DependencyFile>()]
                : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another user's folder tells nothing.
            known = [];
        }

        return _folders[place] = known;
    }

    private DependencyFile[] OfBundle(int pid)
    {
        if (pid <= 0)
            return [];
        if (!_bundles.TryGetValue(pid, out DependencyFile[]? known))
            _bundles.Add(pid, known = SingleFileBundle.Dependencies($"/proc/{pid}/exe") is { } json && Parse(json) is { } file ? [file] : []);
        return known;
    }

    private static DependencyFile? Read(string path)
    {
        try
        {
            using FileStream? file = RegularFile.TryOpen(path, out long length) is { } handle ? new FileStream(handle, FileAccess.Read, 0) : null;
            if (file is null || length > MostBytes)
                return null;
            byte[] json = new byte[length];
            file.ReadExactly(json);
            return Parse(json);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // What cannot be read lists nothing: the rule without a list holds.
    private static DependencyFile? Parse(byte[] json)
    {
        try
        {
            return DependencyFile.Read(json);
        }
        catch (FathomException)
        {
            return null;
        }
    }
}
