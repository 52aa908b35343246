namespace Fathom.Sources.Traces.Rows;

/// <summary>Functions of the C library from which threads and programs start. They keep no frame pointer, so a stack that ends in one is whole where frame pointers were followed.</summary>
internal static class ThreadStarts
{
    /// <summary>Their names.</summary>
    public static IReadOnlyList<string> Names { get; } =
        ["start_thread", "clone", "clone3", "__clone", "__clone3", "_start", "__libc_start_main", "__libc_start_main_impl", "__libc_start_call_main"];

    /// <summary>Whether a name of a frame is one of theirs.</summary>
    /// <param name="name">File and function: <c>libc.so.6!start_thread</c>.</param>
    public static bool Are(string name) => name.IndexOf('!') is > 0 and var at && Names.Contains(name[(at + 1)..]);
}
