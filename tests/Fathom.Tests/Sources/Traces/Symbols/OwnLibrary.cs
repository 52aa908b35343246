using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>The runtime of this very process, as the kernel mapped it; where its functions lie is what the dynamic linker says.</summary>
internal static class OwnLibrary
{
    private static readonly (ulong Start, CodeRange Range, string Path) s_mapping = Find();

    /// <summary>Its file.</summary>
    public static string Path => s_mapping.Path;

    /// <summary>How its code is mapped.</summary>
    public static CodeRange Mapped => s_mapping.Range;

    /// <summary>Its build id.</summary>
    public static string BuildId { get; } = ElfImages.TryRead(s_mapping.Path)!.BuildId!;

    /// <summary>The place of a function in its file.</summary>
    public static ulong PlaceOf(string function)
    {
        nint library = NativeLibrary.Load(Path);
        return (ulong)NativeLibrary.GetExport(library, function) - s_mapping.Start + s_mapping.Range.FileOffset;
    }

    private static (ulong, CodeRange, string) Find()
    {
        string line = File.ReadLines("/proc/self/maps").First(static line => line.Contains(" r-xp ", StringComparison.Ordinal) && line.Contains("/libcoreclr.so", StringComparison.Ordinal));
        string[] fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        ulong[] numbers = [.. fields[0].Split('-').Append(fields[2]).Select(static number => ulong.Parse(number, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
        return (numbers[0], new CodeRange(numbers[2], numbers[1] - numbers[0]), fields[^1]);
    }
}
