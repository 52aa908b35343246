using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// The memory of a process in a core, and where the core has left out pages of mapped files, those files. The kernel leaves out what can be
/// found in files anyway: the code and constants of the runtime and of all assemblies.
/// </summary>
/// <param name="core">The core's own memory.</param>
/// <param name="files">The mapped files, in address order.</param>
/// <param name="coreWritten">When the core was written, UTC.</param>
/// <param name="folders">Where the user says that files are which are not in their place.</param>
internal sealed class CoreMemory(ElfCore core, IReadOnlyList<MappedFile> files, DateTime coreWritten, IReadOnlyList<string> folders)
    : ITargetMemory, IDisposable
{
    private readonly Dictionary<string, MappedFileContent?> _contents = new(StringComparer.Ordinal);
    private (string Folder, string Twin)? _replaced;

    /// <summary>Files that were read in place of missing pages, and that nothing but their age shows to be those the process saw.</summary>
    public IEnumerable<string> UnprovenFiles => _contents.Where(content => content.Value is { HasSameBuildId: false, IsGiven: false }).Select(content => content.Key);

    /// <summary>Files that the user named, and that nothing but their size shows to be those the process saw.</summary>
    public IEnumerable<string> GivenFiles =>
        _contents.Where(static content => content.Value is { HasSameBuildId: false, IsGiven: true }).Select(static content => content.Key);

    /// <summary>Assemblies whose pages were asked for, that the core leaves out, and that are not here as the process saw them.</summary>
    public IReadOnlyList<string> MissingAssemblies
    {
        get
        {
            lock (_contents)
            {
                return [.. _contents.Where(static content => content.Value is null).Select(static content => MappedFile.WithoutMark(content.Key))
                    .Where(static path => path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)];
            }
        }
    }

    /// <summary>Reads files of a folder elsewhere where they are not in their place.</summary>
    /// <param name="folder">The folder as the process saw it.</param>
    /// <param name="twin">A folder here with the same files.</param>
    public void Replace(string folder, string twin)
    {
        lock (_contents)
        {
            _replaced = (folder, twin);
            foreach (string path in _contents.Where(static content => content.Value is null).Select(static content => content.Key).ToArray())
                _contents.Remove(path);
        }
    }

    public int Read(ulong address, Span<byte> buffer)
    {
        int read = core.Read(address, buffer);
        while (read < buffer.Length)
        {
            int more = ReadFile(address + (ulong)read, buffer[read..]);
            if (more == 0)
                break;
            read += more;
            read += read < buffer.Length ? core.Read(address + (ulong)read, buffer[read..]) : 0;
        }

        return read;
    }

    public ulong NextReadable(ulong address, ulong limit)
    {
        int index = IndexOf(address);
        ulong file = index >= 0 && address < files[index].End ? address : index + 1 < files.Count ? files[index + 1].Start : limit;
        return Math.Min(core.NextReadable(address, limit), Math.Min(file, limit));
    }

    public void Dispose()
    {
        foreach (MappedFileContent? content in _contents.Values)
            content?.Dispose();
        core.Dispose();
    }

    private int ReadFile(ulong address, Span<byte> buffer)
    {
        int index = IndexOf(address);
        if (index < 0 || address >= files[index].End)
            return 0;
        MappedFile file = files[index];
        MappedFileContent? content = ContentOf(file);

        // What the core does hold comes first: it may be newer than the file.
        ulong end = Math.Min(file.End, core.NextReadable(address, file.End));
        return content?.Read(file.FileOffset + (address - file.Start), buffer[..(int)Math.Min((ulong)buffer.Length, end - address)]) ?? 0;
    }

    // Several threads may read at once.
    private MappedFileContent? ContentOf(MappedFile file)
    {
        lock (_contents)
        {
            if (!_contents.TryGetValue(file.Path, out MappedFileContent? content))
            {
                content = (file.IsDeleted ? null : MappedFileContent.TryOpen(file.Path, core, ImageBaseOf(file.Path), coreWritten))
                    ?? TryOpenTwin(MappedFile.WithoutMark(file.Path))
                    ?? TryOpenGiven(file.Path);
                _contents.Add(file.Path, content);
            }

            return content;
        }
    }

    private MappedFileContent? TryOpenTwin(string path) =>
        _replaced is (var folder, var twin) && Path.GetDirectoryName(path) == folder ? MappedFileContent.TryOpenProven(Path.Combine(twin, Path.GetFileName(path))) : null;

    // A folder is a copy of the root folder that the process saw, or holds the file itself.
    private MappedFileContent? TryOpenGiven(string path)
    {
        if (folders.Count == 0)
            return null;
        ulong start = ImageBaseOf(path), mapped = 0;
        int parts = 0;
        foreach (MappedFile part in files)
        {
            if (part.Path == path)
                (mapped, parts) = (Math.Max(mapped, part.FileOffset + (part.End - part.Start)), parts + 1);
        }

        string seen = MappedFile.WithoutMark(path);
        foreach (string folder in folders)
        {
            foreach (string candidate in (string[])[Path.Join(folder, seen), Path.Join(folder, Path.GetFileName(seen))])
            {
                if (MappedFileContent.TryOpenGiven(candidate, core, start, mapped, isWhole: parts == 1 && start != 0) is { } content)
                    return content;
            }
        }

        return null;
    }

    private ulong ImageBaseOf(string path)
    {
        foreach (MappedFile file in files)
        {
            if (file.FileOffset == 0 && file.Path == path)
                return file.Start;
        }

        return 0;
    }

    // The last mapping that starts at or before the address, or -1.
    private int IndexOf(ulong address)
    {
        int low = 0, high = files.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (files[middle].Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high;
    }
}
