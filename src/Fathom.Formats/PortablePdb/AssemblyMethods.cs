using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Fathom.Formats.PortablePdb;

/// <summary>The names of the methods of an assembly, by their numbers in its metadata.</summary>
public sealed class AssemblyMethods : IDisposable
{
    private const uint MethodTable = 0x06;
    private const int TableShift = 24;
    private const int RowMask = 0xFF_FFFF;
    private const int MostNested = 64;

    private readonly PEReader _image;
    private readonly MetadataReader _metadata;

    private AssemblyMethods(PEReader image, MetadataReader metadata) => (_image, _metadata) = (image, metadata);

    /// <summary>Bytes that are kept.</summary>
    public int MetadataBytes { get; private init; }

    /// <summary>Reads them.</summary>
    /// <param name="assembly">The assembly; it can be sought in, and is not closed.</param>
    /// <param name="mostBytes">Bytes that its metadata may have; they are kept.</param>
    /// <returns>Null where it is no such file, or damaged.</returns>
    public static AssemblyMethods? TryRead(Stream assembly, int mostBytes)
    {
        PEReader? image = null;
        try
        {
            assembly.Position = 0;
            if (new PEHeaders(assembly) is { MetadataSize: > 0 and var size } && size <= mostBytes)
            {
                // Only the metadata is kept, not what the stream may hold in memory.
                assembly.Position = 0;
                image = new PEReader(assembly, PEStreamOptions.LeaveOpen | PEStreamOptions.PrefetchMetadata);
                return new AssemblyMethods(image, image.GetMetadataReader()) { MetadataBytes = size };
            }
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or ArgumentException or InvalidOperationException or OverflowException)
        {
            // No assembly.
        }

        image?.Dispose();
        return null;
    }

    /// <summary>The name of a method with that of its type; null for none.</summary>
    /// <param name="token">Its number in the metadata (MethodDef).</param>
    public string? NameOf(uint token)
    {
        int row = (int)(token & RowMask);
        if (token >> TableShift != MethodTable || row == 0 || row > _metadata.MethodDefinitions.Count)
            return null;
        try
        {
            MethodDefinition method = _metadata.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(row));
            TypeDefinition type = _metadata.GetTypeDefinition(method.GetDeclaringType());
            string name = _metadata.GetString(type.Name);
            for (int depth = 0; type.GetDeclaringType() is { IsNil: false } outer && depth < MostNested; depth++)
            {
                type = _metadata.GetTypeDefinition(outer);
                name = $"{_metadata.GetString(type.Name)}+{name}";
            }

            string space = _metadata.GetString(type.Namespace);
            return $"{(space.Length > 0 ? $"{space}." : "")}{name}.{_metadata.GetString(method.Name)}";
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentException or InvalidOperationException or OverflowException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _image.Dispose();
}
