using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stops;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Looks;

/// <summary>Tells the native frames of all threads from what a stop gave, when the target runs again: the code of images does not change.</summary>
internal static class NativeFrames
{
    /// <summary>Fills them in.</summary>
    /// <param name="reading">The look at the threads.</param>
    /// <param name="files">The mapped files of the target, in address order.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="root">Folder that stands for the root of the target's file system; empty for that of this machine.</param>
    /// <param name="noted">Told what a reader must know.</param>
    /// <param name="due">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <param name="maxFrames">Most frames of a thread.</param>
    /// <returns>Stacks that were not followed to their outermost function; those that lead into managed code are among them.</returns>
    public static long Fill(
        StackReading reading, IReadOnlyList<MappedFile> files, ITargetMemory memory, string root, Action<string>? noted, CancellationToken due, int maxFrames = NativeUnwinder.MaxFrames)
    {
        long cutCount = 0;
        NativeImages images = new(files, memory);
        NativeUnwinder unwinder = new(images, maxFrames);
        NativeNames names = new(memory, root);
        foreach (ThreadReading thread in reading.Threads)
        {
            due.ThrowIfCancellationRequested();
            if (thread.NativeStart is not { } start)
                continue;
            thread.NativeFrames = [.. unwinder.Follow(start, out bool isWhole).Select(place => reading.Methods.Native(names.Of(place), NativeNames.FileName(place.Image)))];
            cutCount += isWhole ? 0 : 1;
        }

        if (images.Tables.Loss is { } loss)
            noted?.Invoke(loss);
        return cutCount;
    }
}
