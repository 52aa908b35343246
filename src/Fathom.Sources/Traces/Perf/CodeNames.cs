using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Origins;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Names the frames of a trace, each place of code once. Files of another build than the recorded one name nothing.</summary>
/// <param name="stacks">The frames.</param>
/// <param name="images">Where code comes from.</param>
/// <param name="buildIds">Build ids by path, where the mapping itself has none.</param>
/// <param name="machine">What this machine knows of the trace.</param>
/// <param name="runtime">What the runtimes of processes told; null where none was asked.</param>
/// <param name="search">Finds symbols of programs and libraries.</param>
/// <param name="maps">Maps of compiled code.</param>
/// <param name="lines">Finds source lines of managed code.</param>
/// <param name="kernelRelease">Release of the kernel; null where the trace does not tell.</param>
internal sealed class CodeNames(
    TraceStacks stacks,
    CodeImages images,
    IReadOnlyDictionary<string, string> buildIds,
    TraceMachine machine,
    IRuntimeNames? runtime,
    SymbolSearch search,
    CompiledMaps maps,
    ManagedLines lines,
    string? kernelRelease) : IFrameNames
{
    private const string NotOwn = "the trace was not recorded on this machine since its last reboot, or does not say";

    private readonly Dictionary<int, NativeCode> _files = [];
    private readonly Dictionary<int, AssemblyCode?> _assemblies = [];

    /// <inheritdoc/>
    public (int Image, ulong Place) PlaceOf(int frame)
    {
        CodePlace place = stacks.PlaceOf(frame);
        return (place.Image, images.All[place.Image].Kind == CodeKind.Compiled ? ReusedCode.Plain(place.Place) : place.Place);
    }

    /// <inheritdoc/>
    public PlaceName NameOf(int frame)
    {
        CodePlace place = stacks.PlaceOf(frame);
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

    /// <inheritdoc/>
    public SourceLine LineOf(int frame)
    {
        CodePlace place = stacks.PlaceOf(frame);
        CodeImage image = images.All[place.Image];
        return image.Kind switch
        {
            CodeKind.Kernel => SourceLine.None("the kernel's code: its lines are not read"),
            CodeKind.Native => _files[image.Number].LineAt(place.Place),
            CodeKind.Compiled => runtime?.LineOf(image.Pid, place.Place) ?? SourceLine.None(ManagedLines.NotTold),
            CodeKind.Assembly => AssemblyLine(image, place.Place),
            _ => SourceLine.None("no mapping that was recorded covers it"),
        };
    }

    /// <inheritdoc/>
    public CodeImageFacts FactsOf(int number)
    {
        CodeImage image = images.All[number];
        return image.Kind switch
        {
            CodeKind.Kernel => new CodeImageFacts("kernel", image.Name, machine.KernelReason) { BuildId = machine.KernelBuildId, Version = kernelRelease, IsComplete = machine.Kernel is not null },
            CodeKind.Native => NativeFacts(image),
            CodeKind.Assembly => new CodeImageFacts("assembly", image.Name, WhyNoMethod(image))
            {
                Path = image.Path,
                Version = FrameworkVersion.Of(image.Path),
                IsComplete = _assemblies[image.Number] is not null,
            },
            CodeKind.Compiled => new CodeImageFacts("compiled", image.Name, WhyNotCompiled(image)) { Pid = image.Pid, IsTold = IsAsked(image.Pid) || maps.Has(image.Pid) },
            _ => new CodeImageFacts("unknown", image.Name, "no mapping that was recorded covers them"),
        };
    }

    private PlaceName Kernel(ulong address) =>
        machine.Kernel?.Find(address) is (var name, var offset)
            ? new PlaceName($"{images.Kernel.Name}!{name}", images.Kernel.Name, "kernel", offset)
            : new PlaceName(null, images.Kernel.Name, "kernel", address);

    private PlaceName Native(CodeImage image, ulong place)
    {
        if (!_files.TryGetValue(image.Number, out NativeCode? file))
            _files.Add(image.Number, file = search.Find(image.Path, BuildIdOf(image), images.MappedOf(image)));
        return file.Find(place) is { } function ? new PlaceName($"{image.Name}!{function.Name}", image.Name, "native", function.Offset) : new PlaceName(null, image.Name, "native", place);
    }

    /// <summary>The method at a place of an assembly.</summary>
    public PlaceName Assembly(CodeImage image, ulong place)
    {
        if (!_assemblies.TryGetValue(image.Number, out AssemblyCode? file))
            _assemblies.Add(image.Number, file = machine.OwnStartUnixNs is { } since ? AssemblyCode.TryRead(image.Path, since) : null);
        return file?.Find(place) is (string name, ulong offset)
            ? new PlaceName(name, image.Name, "managed", offset) { Path = image.Path }
            : new PlaceName(null, image.Name, "managed", place) { Path = image.Path };
    }

    /// <summary>The source line at a place of an assembly. Asked after its name.</summary>
    public SourceLine AssemblyLine(CodeImage image, ulong place) => _assemblies[image.Number]?.LineAt(place, lines) ?? SourceLine.None(WhyNoMethod(image));

    private PlaceName Compiled(CodeImage image, ulong marked)
    {
        if (runtime?.NameOf(image.Pid, marked) is { } told)
            return told;
        ulong address = ReusedCode.Plain(marked);
        return maps.Find(image.Pid, address) is { } function
            ? new PlaceName(function.Name, function.Module ?? image.Name, "managed", function.Offset)
            : new PlaceName(null, image.Name, "managed", address);
    }

    private string BuildIdOf(CodeImage image) => image.BuildId.Length > 0 ? image.BuildId : buildIds.GetValueOrDefault(image.Path, "");

    private CodeImageFacts NativeFacts(CodeImage image)
    {
        NativeCode file = _files[image.Number];
        string buildId = BuildIdOf(image);
        return new CodeImageFacts("native", image.Name, file.Reason)
        {
            Path = image.Path,
            BuildId = buildId.Length > 0 ? buildId : null,
            Version = FrameworkVersion.Of(image.Path),
            Mapped = images.MappedOf(image),
            IsComplete = file.IsComplete,
        };
    }

    private string WhyNoMethod(CodeImage image) =>
        machine.OwnStartUnixNs is null ? NotOwn
        : _assemblies[image.Number] is null ? "the file is not there, newer than the trace, or not compiled ahead of time"
        : "no method that was compiled ahead of time covers them";

    private bool IsAsked(int pid) => runtime?.Knows(pid) == true;

    private string WhyNotCompiled(CodeImage image) =>
        IsAsked(image.Pid) ? CodeImageFacts.NotTold : maps.ReasonOf(image.Pid);
}
