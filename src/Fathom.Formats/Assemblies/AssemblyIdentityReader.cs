using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Fathom.Formats.Assemblies;

/// <summary>Reads names, versions and references in the metadata of assemblies (ECMA-335, II.22). No code of them runs.</summary>
public static class AssemblyIdentityReader
{
    private const string Product = "AssemblyInformationalVersionAttribute";
    private const string FileVersion = "AssemblyFileVersionAttribute";
    private const ushort AttributeStart = 1;

    /// <summary>Reads a file.</summary>
    /// <param name="assembly">The file; it can be sought in, and is not closed.</param>
    /// <param name="withReferences">Whether references are read too.</param>
    /// <returns>Null where it is no assembly, or damaged.</returns>
    public static AssemblyIdentity? TryRead(Stream assembly, bool withReferences)
    {
        try
        {
            assembly.Position = 0;
            using PEReader image = new(assembly, PEStreamOptions.LeaveOpen);
            if (image.PEHeaders.PEHeader is null || !image.HasMetadata)
                return null;
            MetadataReader metadata = image.GetMetadataReader();
            if (!metadata.IsAssembly)
                return null;
            AssemblyDefinition definition = metadata.GetAssemblyDefinition();
            return new AssemblyIdentity(
                metadata.GetString(definition.Name),
                definition.Version,
                metadata.GetGuid(metadata.GetModuleDefinition().Mvid),
                PdbOf(image),
                VersionOf(metadata, definition),
                image.PEHeaders.CorHeader is { EntryPointTokenOrRelativeVirtualAddress: not 0 },
                withReferences ? References(metadata) : []);
        }
        catch (Exception e) when (
            e is BadImageFormatException or IOException or ArgumentException or InvalidOperationException or OverflowException)
        {
            return null;
        }
    }

    private static Guid PdbOf(PEReader image)
    {
        foreach (DebugDirectoryEntry entry in image.ReadDebugDirectory())
        {
            if (entry.Type == DebugDirectoryEntryType.CodeView && entry.IsPortableCodeView)
                return image.ReadCodeViewDebugDirectoryData(entry).Guid;
        }

        return Guid.Empty;
    }

    private static string? VersionOf(MetadataReader metadata, AssemblyDefinition definition)
    {
        string? product = null, file = null;
        foreach (CustomAttributeHandle handle in definition.GetCustomAttributes())
        {
            CustomAttribute attribute = metadata.GetCustomAttribute(handle);
            switch (TypeOf(metadata, attribute.Constructor))
            {
                case Product:
                    product = TextOf(metadata, attribute);
                    break;
                case FileVersion:
                    file = TextOf(metadata, attribute);
                    break;
            }
        }

        string? version = product ?? file;
        return version?.IndexOf('+', StringComparison.Ordinal) is > 0 and var plus ? version[..plus] : version;
    }

    private static string? TypeOf(MetadataReader metadata, EntityHandle constructor)
    {
        EntityHandle type = constructor.Kind switch
        {
            HandleKind.MemberReference => metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent,
            // The core library has these attributes itself.
            HandleKind.MethodDefinition => metadata.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType(),
            _ => default,
        };
        return type.Kind switch
        {
            HandleKind.TypeReference => metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)type).Name),
            HandleKind.TypeDefinition => metadata.GetString(metadata.GetTypeDefinition((TypeDefinitionHandle)type).Name),
            _ => null,
        };
    }

    private static string? TextOf(MetadataReader metadata, CustomAttribute attribute)
    {
        BlobReader value = metadata.GetBlobReader(attribute.Value);
        return value.Length > sizeof(ushort) && value.ReadUInt16() == AttributeStart && value.ReadSerializedString() is { Length: > 0 } text
            ? text : null;
    }

    private static ReferredAssembly[] References(MetadataReader metadata)
    {
        Dictionary<AssemblyReferenceHandle, int> types = [];
        foreach (TypeReferenceHandle handle in metadata.TypeReferences)
            Count(metadata.GetTypeReference(handle).ResolutionScope);
        foreach (ExportedTypeHandle handle in metadata.ExportedTypes)
            Count(metadata.GetExportedType(handle).Implementation);
        return [.. metadata.AssemblyReferences.Select(handle =>
        {
            AssemblyReference reference = metadata.GetAssemblyReference(handle);
            return new ReferredAssembly(metadata.GetString(reference.Name), reference.Version, types.GetValueOrDefault(handle));
        })];

        void Count(EntityHandle scope)
        {
            if (scope.Kind == HandleKind.AssemblyReference)
                types[(AssemblyReferenceHandle)scope] = types.GetValueOrDefault((AssemblyReferenceHandle)scope) + 1;
        }
    }
}
