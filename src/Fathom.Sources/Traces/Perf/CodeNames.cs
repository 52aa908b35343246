using Fathom.Formats.Elf;
using Fathom.Formats.Kallsyms;
using Fathom.Formats.PerfMap;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Names places of code, each once. Files of another build than the recorded one name nothing.</summary>
/// <param name="images">Where code comes from.</param>
/// <param name="buildIds">Build ids by path, where the mapping itself has none.</param>
/// <param name="kernel">Symbols of the kernel that was recorded; null where they are not there.</param>
/// <param name="runtime">Names code that the runtime of a process has told of, by process number and address; null where no runtime was asked.</param>
/// <param name="perfMap">The map of compiled code that a process wrote, by its number; null where there is none.</param>
/// <param name="assembly">The assembly of a path; null where it is not there as it was recorded.</param>
internal sealed class CodeNames(
    CodeImages images,
    IReadOnlyDictionary<string, string> buildIds,
    KernelSymbols? kernel,
    Func<int, ulong, PlaceName?>? runtime,
    Func<int, PerfMapFile?> perfMap,
    Func<string, AssemblyCode?> assembly)
{
    private readonly Dictionary<int, ElfCode?> _files = [];
    private readonly Dictionary<int, PerfMapFile?> _maps = [];
    private readonly Dictionary<int, AssemblyCode?> _assemblies = [];

    /// <summary>The name of a place.</summary>
    public PlaceName Of(CodePlace place)
    {
        CodeImage image = images.All[place.Image];
        return image.Kind switch
        {
            CodeKind.Kernel => Kernel(place.Place),
            CodeKind.Native => Native(image, place.Place),
            CodeKind.Compiled => Compiled(image, place.Place),
            CodeKind.Assembly => Assembly(image, place.Place),
            _ => new PlaceName(null, image.Name, "unknown", 0),
        };
    }

    private PlaceName Kernel(ulong address) =>
        kernel?.Find(address) is (var name, var offset) ? new PlaceName($"{images.Kernel.Name}!{name}", images.Kernel.Name, "kernel", offset) : new PlaceName(null, images.Kernel.Name, "kernel", address);

    private PlaceName Native(CodeImage image, ulong place)
    {
        if (!_files.TryGetValue(image.Number, out ElfCode? file))
            _files.Add(image.Number, file = ElfCode.TryRead(image.Path, image.BuildId.Length > 0 ? image.BuildId : buildIds.GetValueOrDefault(image.Path, "")));
        return file?.Find(place) is (FunctionSymbol function, ulong offset) ? new PlaceName($"{image.Name}!{function.Name}", image.Name, "native", offset) : new PlaceName(null, image.Name, "native", place);
    }

    private PlaceName Assembly(CodeImage image, ulong place)
    {
        if (!_assemblies.TryGetValue(image.Number, out AssemblyCode? file))
            _assemblies.Add(image.Number, file = assembly(image.Path));
        return file?.Find(place) is (string name, ulong offset) ? new PlaceName(name, image.Name, "managed", offset) : new PlaceName(null, image.Name, "managed", place);
    }

    private PlaceName Compiled(CodeImage image, ulong address)
    {
        if (runtime?.Invoke(image.Pid, address) is { } told)
            return told;
        if (!_maps.TryGetValue(image.Pid, out PerfMapFile? map))
            _maps.Add(image.Pid, map = perfMap(image.Pid));
        if (map?.Find(address) is not { } symbol)
            return new PlaceName(null, image.Name, "managed", address);
        (string name, string? module) = CompiledName.Of(symbol.Name);
        return new PlaceName(name, module ?? image.Name, "managed", address - symbol.Start);
    }
}
