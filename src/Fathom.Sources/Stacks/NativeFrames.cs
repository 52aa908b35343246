using Fathom.Sources.Dumps;
using Fathom.Sources.Target;
using Fathom.Sources.Unwinding;

namespace Fathom.Sources.Stacks;

/// <summary>Tells the native frames of all threads from what a stop gave, when the target runs again: the code of images does not change.</summary>
internal static class NativeFrames
{
    /// <summary>Fills them in.</summary>
    /// <param name="reading">The look at the threads.</param>
    /// <param name="files">The mapped files of the target, in address order.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="root">Folder that stands for the root of the target's file system; empty for that of this machine.</param>
    /// <param name="due">Ends it.</param>
    public static void Fill(StackReading reading, IReadOnlyList<MappedFile> files, ITargetMemory memory, string root, CancellationToken due)
    {
        NativeUnwinder unwinder = new(new NativeImages(files, memory));
        NativeNames names = new(memory, root);
        foreach (ThreadReading thread in reading.Threads)
        {
            due.ThrowIfCancellationRequested();
            if (thread.NativeStart is not { } start)
                continue;
            thread.NativeFrames = [.. unwinder.Follow(start).Select(place => reading.Methods.Native(names.Of(place), NativeNames.FileName(place.Image)))];
        }
    }
}
