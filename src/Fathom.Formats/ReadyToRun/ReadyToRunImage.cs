namespace Fathom.Formats.ReadyToRun;

/// <summary>The methods of a .NET image that was compiled ahead of time (ReadyToRun), by their place.</summary>
/// <remarks>
/// <para>The format ("ReadyToRun File Format", dotnet/runtime, docs/design/coreclr/botr/readytorun-format.md), all numbers little-endian, all places distances
/// from the image base (RVA):</para>
/// <code>
/// PE file (<see cref="PeHeaders"/>), on all systems
///   managed header (<see cref="CorHeader"/>): metadata, and the header of the code; a composite image may have that header as an export named RTR_HEADER only
///
/// header          0 "RTR", 0    4 version, 2 and 2 bytes    8 flags    12 number of sections    16 sections: kind, place, size, 4 bytes each
/// section         102 pieces of code, sorted (<see cref="RuntimeFunctions"/>)
///                 103 for each method of the metadata the piece at which it begins (<see cref="NativeArray"/>, <see cref="EntryPoints"/>)
///                 105 which IL instruction each place of a method comes from (not read here: <see cref="Debugging.DebugInformation"/>)
///                 109 instances of generic methods and types (<see cref="NativeHashtable"/>, <see cref="SignatureReader"/>)
///                 112 and 118 assemblies that signatures name (<see cref="ModuleTable"/>)
///                 115 components of a composite image: place and size of managed header and of a shorter header with section 103, 4 bytes each
///                 116 file name of the composite image that has the code of this assembly
///                 120 parts of methods that are seldom run and stand elsewhere (<see cref="HotColdMap"/>)
/// </code>
/// <para>A method has a piece for its body and for each of its handlers; they follow one another, and belong to the last method that begins before them.</para>
/// <para>Strategy: what tells places is read and joined at once, names are made when they are asked for. What makes no sense is left out and told by
/// <see cref="Problem"/>. Metadata and signatures are held in memory; nothing is read from the file later.</para>
/// <para>Not read: lengths of pieces on LoongArch and RISC-V, whose pieces go on to the next one here.</para>
/// </remarks>
public sealed class ReadyToRunImage
{
    private const int Debug = 6;

    private readonly PeHeaders _headers;
    private readonly CodeMap _code;
    private readonly ModuleTable _modules;
    private readonly byte[] _instances;

    private ReadyToRunImage(PeHeaders headers, CodeMap code, ModuleTable modules, byte[] instances)
    {
        _headers = headers;
        _code = code;
        _modules = modules;
        _instances = instances;
        Architecture = MachineNumber.Architecture(headers.Machine);
    }

    /// <summary>Tells it from all other images.</summary>
    public required ReadyToRunIdentity Identity { get; init; }

    /// <summary>The machine that it was compiled for.</summary>
    public ReadyToRunArchitecture Architecture { get; }

    /// <summary>Version of the format.</summary>
    public required Version Version { get; init; }

    /// <summary>Whether it has the code of several assemblies.</summary>
    public required bool IsComposite { get; init; }

    /// <summary>All methods, sorted by place.</summary>
    public IReadOnlyList<ReadyToRunMethod> Methods => _code.Methods;

    /// <summary>What of it could not be read, as a sentence; null where all of it could.</summary>
    public string? Problem { get; private init; }

    /// <summary>Reads a file in memory; null as below.</summary>
    public static ReadyToRunImage? TryRead(byte[] content, AssemblyLookup? lookup, out string? reason) => TryRead(
        (offset, buffer) =>
        {
            if (offset >= (ulong)content.Length)
                return 0;
            int count = Math.Min(buffer.Length, content.Length - (int)offset);
            content.AsSpan((int)offset, count).CopyTo(buffer);
            return count;
        },
        lookup,
        out reason);

    /// <summary>Reads a file.</summary>
    /// <param name="read">Reads it; not used any more afterwards.</param>
    /// <param name="lookup">Finds other assemblies, also later when names are made; null to do without their names.</param>
    /// <param name="reason">Why there is no image, as a sentence about "it"; null where there is one.</param>
    /// <returns>Null where the file has no code that was compiled ahead of time, or is not whole enough to tell.</returns>
    public static ReadyToRunImage? TryRead(ReadAt read, AssemblyLookup? lookup, out string? reason)
    {
        ReadyToRunImage? image = null;
        reason = PeHeaders.TryRead(read) is { } headers ? Read(new ImageBytes(read, headers), headers, lookup, out image) : "It is not a PE file, or its headers are cut off or damaged.";
        return image;
    }

    /// <summary>The method whose code is at a place, with its handlers and its seldom run part; null where none is.</summary>
    /// <param name="rva">The place, from the image base.</param>
    public ReadyToRunMethod? Find(uint rva) => _code.Find(rva);

    /// <summary>Where a place of the file is in memory, from the image base; null where it is in no section.</summary>
    /// <param name="fileOffset">The place of the file, as mappings of the file tell it.</param>
    public uint? RvaOf(ulong fileOffset) => _headers.RvaOf(fileOffset);

    /// <summary>The name of a method of this image. What of it cannot be read is numbers of the metadata. Not for several threads at the same time.</summary>
    public ReadyToRunMethodName NameOf(ReadyToRunMethod method)
    {
        (_, int component, int place) = method.Entry;
        try
        {
            if (component != EntryPoint.Instance)
                return _modules.Component(component).Method(place, null, null, _modules);
            SignatureReader signature = new(_instances, place, _modules);
            InstanceSignature instance = signature.Method();
            if (signature.IsDamaged)
                return Nameless(method);
            ModuleNames module = instance.Module ?? _modules.Own;
            return instance.IsReference
                ? module.MethodReference(instance.Row, instance.Owner, instance.Arguments, _modules)
                : module.Method(instance.Row, instance.Owner, instance.Arguments, _modules);
        }
        catch (Exception damage) when (AssemblyMetadata.IsDamage(damage))
        {
            return Nameless(method);
        }
    }

    /// <summary>
    /// The method of metadata whose body this code was compiled from; null where only a reference to it is known. Not for several threads at the same time.
    /// </summary>
    public ReadyToRunDefinition? DefinitionOf(ReadyToRunMethod method)
    {
        (_, int component, int place) = method.Entry;
        try
        {
            if (component != EntryPoint.Instance)
                return _modules.Component(component).DefinitionOf(place, isAsyncVariant: false);
            SignatureReader signature = new(_instances, place, _modules);
            InstanceSignature instance = signature.Method();
            return signature.IsDamaged || instance.IsReference ? null : (instance.Module ?? _modules.Own).DefinitionOf(instance.Row, instance.IsAsyncVariant);
        }
        catch (Exception damage) when (AssemblyMetadata.IsDamage(damage))
        {
            return null;
        }
    }

    private static ReadyToRunMethodName Nameless(ReadyToRunMethod method) => new("unknown", $"0x{method.Rva:x}", "", "");

    private static string? Read(ImageBytes bytes, PeHeaders headers, AssemblyLookup? lookup, out ReadyToRunImage? image)
    {
        image = null;
        ReadyToRunHeader? header = ReadyToRunHeader.TryFind(bytes, headers, out CorHeader? cor);
        if (header is null)
            return cor is null ? "It is not a .NET image." : "It has no code that was compiled ahead of time.";
        if (header.OwnerOf(bytes) is { } owner)
            return $"Its code is in the composite image '{owner}'.";
        bool isComposite = header.Section(ReadyToRunSectionKind.ComponentAssemblies).Size > 0;
        AssemblyMetadata? metadata = cor is null ? null : AssemblyMetadata.TryRead(bytes, cor.Value.Metadata);
        if (metadata is null && !isComposite)
            return "Its metadata is cut off or damaged.";
        image = Read(bytes, headers, header, metadata, isComposite, lookup);
        return null;
    }

    private static ReadyToRunImage Read(ImageBytes bytes, PeHeaders headers, ReadyToRunHeader header, AssemblyMetadata? metadata, bool isComposite, AssemblyLookup? lookup)
    {
        RuntimeFunctions functions = RuntimeFunctions.Read(
            bytes, header.Section(ReadyToRunSectionKind.RuntimeFunctions), MachineNumber.Architecture(headers.Machine), headers.SizeOfImage);
        EntryPoints entries = new(functions.Count);
        entries.AddMethods(bytes.ReadSome(header.Section(ReadyToRunSectionKind.MethodEntryPoints)), 0);
        CompositeParts parts = CompositeParts.Read(bytes, header, entries);
        byte[] instances = bytes.ReadSome(header.Section(ReadyToRunSectionKind.InstanceEntryPoints));
        entries.AddInstances(instances);
        HotColdMap cold = new(bytes.ReadSome(header.Section(ReadyToRunSectionKind.HotColdMap)), functions.Count);
        int damaged = entries.DamagedTables + parts.Damaged + (cold.IsDamaged ? 1 : 0);
        CodeMap code = CodeMap.Join(functions, entries, cold, headers.SizeOfImage, isWhole: bytes.CutOff + damaged + entries.Refused == 0);
        ModuleTable modules = new(bytes, header, isComposite ? null : metadata, parts.Metadata, lookup);
        return new ReadyToRunImage(headers, code, modules, instances)
        {
            Identity = new ReadyToRunIdentity(metadata?.Mvid, headers.TimeStamp, headers.SizeOfImage, DebugDirectory.SymbolId(bytes, headers.Directory(Debug))),
            Version = header.Version,
            IsComposite = isComposite,
            Problem = bytes.CutOff + damaged + entries.Refused + code.StrayFunctions == 0
                ? null
                : $"It is damaged: {bytes.CutOff} tables are cut off, {damaged} tables and {entries.Refused} entry points are invalid, and {code.StrayFunctions} pieces of code belong to no method.",
        };
    }
}
