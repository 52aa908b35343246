using System.Text;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Memory;

/// <summary>
/// Allocators and runtimes that take memory from the kernel themselves, so that it belongs to nobody whom Fathom knows: recognised by the names of mapped files and
/// mappings and, where they are linked into the program, by names of functions that they export.
/// </summary>
internal static class MemoryUsers
{
    // Larger programs are looked at up to here: the table of symbols that others may use lies near the beginning.
    private const int MostProgramBytes = 16 * 1024 * 1024;

    // By the beginning of a file's name without "lib".
    private static readonly (string File, string Name)[] s_files =
    [
        ("libjemalloc", "jemalloc"),
        ("libtcmalloc", "tcmalloc"),
        ("libmimalloc", "mimalloc"),
        ("libhoard", "Hoard"),
        ("libpython", "CPython"),
        ("libnode", "V8"),
        ("libv8", "V8"),
        ("libjvm", "the JVM"),
        ("libruby", "Ruby"),
        ("libmozjs", "SpiderMonkey"),
        ("libmonosgen", "Mono"),
        ("libluajit", "LuaJIT"),
    ];

    // By a name that only it exports. A zero before and behind: names of a table.
    private static readonly (string Symbol, string Name)[] s_symbols =
    [
        ("mallctl", "jemalloc"),
        ("je_mallctl", "jemalloc"),
        ("tc_malloc", "tcmalloc"),
        ("mi_malloc", "mimalloc"),
        ("PyObject_Malloc", "CPython"),
        ("_ZN2v87Isolate10GetCurrentEv", "V8"),
        ("JNI_CreateJavaVM", "the JVM"),
        ("ruby_init", "Ruby"),
        ("mono_jit_init", "Mono"),
        ("lua_newstate", "Lua"),
    ];

    /// <summary>The sentence that names them; null where none is there.</summary>
    /// <param name="mappings">Paths and names of the mappings of the process.</param>
    /// <param name="program">The program, as a path that may be opened.</param>
    public static string? Note(IEnumerable<string> mappings, string program)
    {
        SortedSet<string> found = new(StringComparer.Ordinal);
        foreach (string path in mappings.Where(static path => path.Length > 0).Distinct(StringComparer.Ordinal))
            found.UnionWith(OfMapping(path));
        found.UnionWith(OfProgram(program));
        return found.Count == 0
            ? null
            : $"Memory that is not explained may belong to {string.Join(", ", found)}, which "
                + $"{(found.Count == 1 ? "is loaded and takes memory of its own" : "are loaded and take memory of their own")}.";
    }

    /// <summary>What the path of a mapped file, or the name of a mapping, stands for.</summary>
    internal static IEnumerable<string> OfMapping(string path)
    {
        if (path.StartsWith("[anon:", StringComparison.Ordinal))
            return path.Contains("v8", StringComparison.OrdinalIgnoreCase) ? ["V8"]
                : path.Contains("scudo", StringComparison.Ordinal) ? ["Scudo"]
                : path.Contains("partition_alloc", StringComparison.OrdinalIgnoreCase) ? ["PartitionAlloc"]
                : [];
        string name = path[(path.LastIndexOf('/') + 1)..];
        return name.Contains(".so", StringComparison.Ordinal) ? s_files.Where(entry => name.StartsWith(entry.File, StringComparison.Ordinal)).Select(static entry => entry.Name) : [];
    }

    /// <summary>What is linked into a program; nothing where it cannot be read.</summary>
    internal static IEnumerable<string> OfProgram(string path)
    {
        using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
        if (file is null)
            return [];
        byte[] content = new byte[Math.Min(length, MostProgramBytes)];
        int read = new FileProbe(file, length).ReadSome(0, content);
        return [.. s_symbols.Where(entry => content.AsSpan(0, read).IndexOf(Encoding.ASCII.GetBytes($"\0{entry.Symbol}\0")) >= 0).Select(static entry => entry.Name)];
    }
}
