using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Looks;

/// <summary>
/// Tells an outline of a heap that damage made up. Such segments can span most of what can be read, each of them, and walking them all would take hours
/// to find nothing. Segments of a real heap lie apart, and never over the pages of a file. Large pages are shown as a file too, of a name that ends with
/// "(deleted)"; those are passed over.
/// </summary>
internal static class CoreHeapCheck
{
    // Literals and types lie in frozen segments from the start; whatever the program itself has made does not.
    private const string Frozen = "frozen";

    /// <summary>Returns when the segments can be those of a heap.</summary>
    /// <param name="path">The core, for the message.</param>
    /// <param name="segments">The segments, in address order.</param>
    /// <param name="files">The mapped files, in address order.</param>
    /// <exception cref="FathomException">They cannot.</exception>
    public static void EnsureSound(string path, IReadOnlyList<HeapSegment> segments, IReadOnlyList<MappedFile> files)
    {
        if (segments.All(static segment => segment.Kind == Frozen))
            throw FathomException.Target(
                $"'{path}' holds no heap: it was written without (createdump --triage, dotnet-dump collect --type Mini), or it is damaged.",
                "fathom stacks and memory answer from it; for the objects write another core: fathom dump PID");
        ulong end = 0;
        int file = 0;
        foreach (HeapSegment segment in segments)
        {
            while (file < files.Count && (files[file].End <= segment.Objects.Start || files[file].IsDeleted))
                file++;
            if (segment.Objects.Start < end)
                throw Damaged(path, segment, "another segment");
            if (file < files.Count && files[file].Start < segment.Objects.End)
                throw Damaged(path, segment, files[file].Path);
            end = segment.Objects.End;
        }
    }

    private static FathomException Damaged(string path, HeapSegment segment, string over) => FathomException.Target(
        $"'{path}' is damaged or incomplete: the heap segment at {segment.Objects.Start:x} lies over {over}.", "write the core again, or copy it again from where it came from");
}
