using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The native programs and libraries of a target by address. Managed code, compiled ahead or at run time, lies in none.</summary>
internal sealed class NativeImages
{
    // Those of a large program have 5 MB.
    private const long MostTableBytes = 64 << 20;

    private readonly IReadOnlyList<MappedFile> _files;
    private readonly ITargetMemory _memory;
    private readonly Dictionary<string, NativeImage?> _byPath = new(StringComparer.Ordinal);

    /// <summary>Knows the images of a target.</summary>
    /// <param name="files">Its mapped files, in address order.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="mostTableBytes">Most bytes of the tables of all images.</param>
    public NativeImages(IReadOnlyList<MappedFile> files, ITargetMemory memory, long mostTableBytes = MostTableBytes) =>
        (_files, _memory, Tables) = (files, memory, new CallFrameBudget(mostTableBytes));

    /// <summary>Room for the tables that tell how frames are passed, of all images together.</summary>
    public CallFrameBudget Tables { get; }

    /// <summary>The image that an address lies in, or null.</summary>
    public NativeImage? Find(ulong address)
    {
        int low = 0, high = _files.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_files[middle].Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high >= 0 && address < _files[high].End && Of(_files[high].Path) is { } image && image.Holds(address) ? image : null;
    }

    private NativeImage? Of(string path)
    {
        if (_byPath.TryGetValue(path, out NativeImage? image))
            return image;
        foreach (MappedFile file in _files)
        {
            if (file.FileOffset == 0 && file.Path == path)
            {
                image = ElfImages.TryRead(_memory, file.Start) is { FileRanges.Count: > 0 } headers ? new NativeImage(path, file.Start, headers, _memory, Tables) : null;
                break;
            }
        }

        _byPath.Add(path, image);
        return image;
    }
}
