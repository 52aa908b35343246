using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The modules that signatures of an image name by numbers.</summary>
/// <remarks>
/// <code>
/// 0                        the assembly itself
/// 1 to n                   rows of the n assemblies that it refers to; n is 0 in a composite image
/// n + 1                    the image's own metadata (manifest), from version 6.3 on
/// behind                   rows of assemblies that the manifest refers to; in a composite image its components come first
/// </code>
/// </remarks>
internal sealed class ModuleTable
{
    private const string SystemModule = "System.Private.CoreLib";
    private static readonly Version s_manifestIsListed = new(6, 3);

    private readonly AssemblyMetadata? _own;
    private readonly AssemblyMetadata? _manifest;
    private readonly AssemblyMetadata?[] _components;
    private readonly byte[] _mvids;
    private readonly AssemblyLookup? _lookup;
    private readonly int _firstOfManifest;
    private readonly Dictionary<uint, ModuleNames> _modules = [];
    private readonly List<AssemblyMetadata> _found = [];
    private ModuleNames? _ownNames;

    /// <summary>Prepares it; other assemblies are looked up when they are needed.</summary>
    /// <param name="image">The image.</param>
    /// <param name="header">Its header.</param>
    /// <param name="own">Its metadata; null for a composite image.</param>
    /// <param name="components">Metadata of its components as far as that is in the image.</param>
    /// <param name="lookup">Finds other assemblies.</param>
    public ModuleTable(ImageBytes image, ReadyToRunHeader header, AssemblyMetadata? own, AssemblyMetadata?[] components, AssemblyLookup? lookup)
    {
        _own = own;
        _components = components;
        _lookup = lookup;
        _manifest = AssemblyMetadata.TryRead(image, header.Section(ReadyToRunSectionKind.ManifestMetadata));
        _mvids = image.ReadSome(header.Section(ReadyToRunSectionKind.ManifestMvids));
        _firstOfManifest = (own?.Reader.GetTableRowCount(TableIndex.AssemblyRef) ?? 0) + (header.Version >= s_manifestIsListed ? 1 : 0);
        _ownNames = own is null ? null : new ModuleNames(Name(own.Reader), own.Reader);
    }

    /// <summary>The assembly itself. Of a composite image the one that has the types which signatures have kinds for.</summary>
    public ModuleNames Own => _ownNames ??= System();

    /// <summary>The module with a number.</summary>
    public ModuleNames At(uint number)
    {
        if (number == 0)
            return Own;
        if (!_modules.TryGetValue(number, out ModuleNames? module))
            _modules.Add(number, module = Read(number));
        return module;
    }

    /// <summary>A component of a composite image, from 0; the assembly itself where it is none.</summary>
    public ModuleNames Component(int index) => _own is null ? At((uint)(_firstOfManifest + index + 1)) : Own;

    private ModuleNames System()
    {
        for (int row = 1; row <= (_manifest?.Reader.GetTableRowCount(TableIndex.AssemblyRef) ?? 0); row++)
        {
            if (Name(_manifest!.Reader, row) == SystemModule)
                return At((uint)(_firstOfManifest + row));
        }

        return Found(SystemModule, null);
    }

    private ModuleNames Read(uint number)
    {
        long row = (long)number - _firstOfManifest;
        if (row <= 0 && _own is not null && number <= _own.Reader.GetTableRowCount(TableIndex.AssemblyRef))
            return Found(Name(_own.Reader, (int)number), null);
        if (row == 0 && _manifest is not null)
            return new ModuleNames("manifest", _manifest.Reader);
        if (row <= 0 || row > (_manifest?.Reader.GetTableRowCount(TableIndex.AssemblyRef) ?? 0))
            return new ModuleNames($"module {number}", null);
        int index = (int)row - 1;
        string name = Name(_manifest!.Reader, (int)row);
        return index < _components.Length && _components[index] is { } component ? new ModuleNames(name, component.Reader) : Found(name, Mvid(index));
    }

    // Only the very assembly that the image was compiled with has the same rows.
    private ModuleNames Found(string name, Guid? mvid)
    {
        AssemblyMetadata? found = _lookup?.Invoke(name) is { } read ? AssemblyMetadata.TryReadFile(read) : null;
        if (found is null || (mvid is not null && found.Mvid != mvid))
            return new ModuleNames(name, null);
        _found.Add(found);
        return new ModuleNames(name, found.Reader);
    }

    private Guid? Mvid(int index)
    {
        const int size = 16;
        Guid mvid = _mvids.Length >= (index + 1) * size ? new Guid(_mvids.AsSpan(index * size, size)) : Guid.Empty;
        return mvid == Guid.Empty ? null : mvid;
    }

    private static string Name(MetadataReader reader, int row) => reader.GetString(reader.GetAssemblyReference(MetadataTokens.AssemblyReferenceHandle(row)).Name);

    private static string Name(MetadataReader reader)
    {
        try
        {
            return reader.IsAssembly ? reader.GetString(reader.GetAssemblyDefinition().Name) : "";
        }
        catch (Exception damage) when (AssemblyMetadata.IsDamage(damage))
        {
            return "";
        }
    }
}
