namespace Fathom.Query.Graph;

/// <summary>Roots in words.</summary>
internal static class RootWords
{
    /// <summary>Who holds an object.</summary>
    /// <param name="kind">Kind of the root, as in table <c>heap_path</c>.</param>
    /// <param name="holder">The holder, or null.</param>
    public static string Of(string kind, string? holder)
    {
        string words = kind switch
        {
            "static" => "static field",
            "thread_static" => "thread-static field",
            "stack" => "a local of",
            "strong_handle" => "a strong GC handle",
            "pinned_handle" => "a pinned GC handle",
            "async_pinned_handle" => "a handle of native asynchronous I/O",
            "ref_counted_handle" => "a GC handle that native code counts references on",
            "sized_ref_handle" => "a GC handle that sums sizes",
            "finalizer_ready" => "the finalizer queue: its finalizer is about to run",
            "finalizer_registered" => "the list of objects with finalizers: nothing else holds it",
            _ => "a root",
        };
        if (holder is not null)
            return $"{words} {holder}";
        return words is "a local of" ? "a local variable of a running method" : words;
    }
}
