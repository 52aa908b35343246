using System.Globalization;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Names functions in native code: <c>libc.so.6!poll</c>, or <c>libcoreclr.so+0x1f3a0</c>, the distance of the function's start, where no symbol covers it.
/// A file is used only if its build id is that of the image in the target.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="root">Folder that stands for the root of the target's file system: empty for that of this machine.</param>
internal sealed class NativeNames(ITargetMemory memory, string root)
{
    private readonly Dictionary<NativeImage, ElfSymbols[]> _symbols = [];

    /// <summary>The name of a place.</summary>
    public string Of(NativePlace place)
    {
        if (!_symbols.TryGetValue(place.Image, out ElfSymbols[]? files))
            _symbols.Add(place.Image, files = [.. Read(place.Image)]);
        string file = FileName(place.Image);
        foreach (ElfSymbols symbols in files)
        {
            if (symbols.Find(place.Distance) is { } function)
                return $"{file}!{CppNames.Of(function.Name)}";
        }

        return string.Create(CultureInfo.InvariantCulture, $"{file}+0x{place.Function:x}");
    }

    /// <summary>File name of an image.</summary>
    public static string FileName(NativeImage image) => Path.GetFileName(image.Path);

    private IEnumerable<ElfSymbols> Read(NativeImage image) =>
        ElfImages.TryRead(memory, image.ImageBase)?.BuildId is { } buildId ? SymbolFiles.Of(root, image.Path, buildId) : [];
}
