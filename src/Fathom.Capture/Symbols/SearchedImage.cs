using Fathom.Sources.Traces.Symbols;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>An image of a recording, and what was found of it now.</summary>
/// <param name="Image">The image, as it was recorded.</param>
/// <param name="Find">The method, module and distance from its begin of a place; null where nothing has it.</param>
/// <param name="Now">The image as it is known now; null where nothing more is known. Asked when all places were.</param>
internal sealed record SearchedImage(RecordedImage Image, Func<ulong, (string Name, string Module, ulong Offset)?> Find, Func<RecordedImage?> Now)
{
    /// <summary>Whether it is code of a process whose runtime nobody asked.</summary>
    public bool IsUntold { get; private init; }

    /// <summary>A program or library.</summary>
    public static SearchedImage Of(RecordedImage image, NativeCode code) => new(
        image,
        place => code.Find(place) is { } function ? ($"{image.Name}!{function.Name}", image.Name, function.Offset) : null,
        () => image with { IsComplete = code.IsComplete, Reason = code.Reason });

    /// <summary>Code that a process compiled.</summary>
    public static SearchedImage Of(RecordedImage image, CompiledMaps maps, int pid) => new(
        image,
        place => maps.Find(pid, place) is { } function ? (function.Name, function.Module ?? image.Name, function.Offset) : null,
        () => maps.Has(pid) ? image with { Reason = maps.ReasonOf(pid) } : null)
    {
        IsUntold = !CompiledMaps.WasAsked(image.Reason),
    };
}
