using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Fathom.Tests.Sources.LoadedFiles;

/// <summary>Writes assemblies that have a name and references, and nothing else.</summary>
internal static class MadeAssembly
{
    /// <summary>Writes one.</summary>
    /// <param name="path">The file.</param>
    /// <param name="version">Its version.</param>
    /// <param name="references">What it refers to: a name, a version, and how many types of it.</param>
    public static void Write(string path, string version, params (string Name, string Version, int Types)[] references)
    {
        MetadataBuilder metadata = new();
        string name = Path.GetFileNameWithoutExtension(path);
        metadata.AddModule(0, metadata.GetOrAddString(name + ".dll"), metadata.GetOrAddGuid(Guid.NewGuid()), default, default);
        metadata.AddAssembly(metadata.GetOrAddString(name), new Version(version), default, default, default, AssemblyHashAlgorithm.None);
        metadata.AddTypeDefinition(
            default, default, metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1),
                MetadataTokens.MethodDefinitionHandle(1));
        foreach ((string reference, string wanted, int types) in references)
        {
            AssemblyReferenceHandle handle = metadata.AddAssemblyReference(
                metadata.GetOrAddString(reference), new Version(wanted), default, default, default, default);
            for (int i = 0; i < types; i++)
                metadata.AddTypeReference(handle, default, metadata.GetOrAddString($"{reference}Type{i}"));
        }

        BlobBuilder content = new();
        new ManagedPEBuilder(new PEHeaderBuilder(imageCharacteristics: Characteristics.Dll), new MetadataRootBuilder(metadata),
            new BlobBuilder()).Serialize(content);
        File.WriteAllBytes(path, content.ToArray());
    }
}
