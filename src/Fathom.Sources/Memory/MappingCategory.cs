using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Memory;

/// <summary>What a mapping is for, as far as its path, its rights and its neighbours tell.</summary>
internal sealed class MappingCategory
{
    private const string MemoryFile = "/memfd:";
    private const string DoubleMapper = "/memfd:doublemapper";

    // Files of which some part may be executed: programs and libraries.
    private readonly HashSet<ulong> _executed = [];
    private readonly List<Mapping> _mappings;

    /// <summary>Prepares to tell.</summary>
    /// <param name="mappings">All mappings of the process, in address order.</param>
    /// <param name="program">File number of a program that is executed for sure, or 0.</param>
    public MappingCategory(List<Mapping> mappings, ulong program = 0)
    {
        _executed.Add(program);
        _mappings = mappings;
        foreach (Mapping mapping in mappings)
        {
            if (mapping.Inode != 0 && mapping.Permissions[2] == 'x')
                _executed.Add(mapping.Inode);
        }
    }

    /// <summary>Category and owner of a mapping.</summary>
    /// <param name="index">Its place in the list.</param>
    public (string Category, string? Owner) Of(int index)
    {
        Mapping mapping = _mappings[index];
        string path = MappedFile.WithoutMark(mapping.Path);
        if (path.StartsWith('['))
            return OfName(path);
        if (path.Length > 0)
            return OfFile(mapping, path);
        if (mapping.IsReserved)
            return (MemoryCategories.Reserved, null);
        return ZeroedData(index) is { } image ? (MemoryCategories.NativeImages, image) : (MemoryCategories.NotExplained, null);
    }

    private static (string, string?) OfName(string name) => name switch
    {
        "[heap]" => (MemoryCategories.Malloc, MallocOwners.MainHeap),
        "[stack]" => (MemoryCategories.ThreadStacks, "main thread"),
        "[vdso]" or "[vvar]" or "[vvar_vclock]" or "[vsyscall]" => (MemoryCategories.Kernel, name),
        _ when name.Contains("malloc", StringComparison.Ordinal) => (MemoryCategories.Malloc, name),
        _ => (MemoryCategories.Named, name),
    };

    private (string, string?) OfFile(Mapping mapping, string path)
    {
        if (path.StartsWith(DoubleMapper, StringComparison.Ordinal))
            return (MemoryCategories.JitCode, "doublemapper");
        if (path.StartsWith(MemoryFile, StringComparison.Ordinal))
            return (MemoryCategories.SharedMemory, $"memfd {path[MemoryFile.Length..]}");
        if (path.StartsWith("/SYSV", StringComparison.Ordinal))
            return (MemoryCategories.SharedMemory, $"System V {path["/SYSV".Length..]}");
        if (path == "/dev/zero")
            return (MemoryCategories.SharedMemory, "anonymous");
        if (path.StartsWith("/dev/shm/", StringComparison.Ordinal))
            return (MemoryCategories.SharedMemory, path);
        if (HasExtension(path, ".dll") || HasExtension(path, ".exe"))
            return (MemoryCategories.ManagedImages, path);
        return _executed.Contains(mapping.Inode) || HasExtension(path, ".so") || path.Contains(".so.", StringComparison.Ordinal)
            ? (MemoryCategories.NativeImages, path)
            : (MemoryCategories.MappedFiles, path);
    }

    // Data of a library that starts as zeros (.bss) is anonymous memory right behind the last mapping of the file.
    private string? ZeroedData(int index)
    {
        if (index == 0 || !_mappings[index].IsPrivateWritable)
            return null;
        Mapping before = _mappings[index - 1];
        bool isData = before.End == _mappings[index].Start && before.Permissions[1] == 'w' && before.Inode != 0;
        return isData && Of(index - 1) is (MemoryCategories.NativeImages, { } path) ? path : null;
    }

    private static bool HasExtension(string path, string extension) => path.EndsWith(extension, StringComparison.OrdinalIgnoreCase);
}
