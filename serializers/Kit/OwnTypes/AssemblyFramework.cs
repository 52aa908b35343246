using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>The framework that an assembly was built for, read from its file without loading it.</summary>
public sealed class AssemblyFramework
{
    private const string VersionMark = "Version=v";

    private readonly string _name;

    private AssemblyFramework(string? name)
    {
        _name = name ?? "";
        int at = _name.IndexOf(VersionMark, StringComparison.Ordinal);
        Version = at >= 0 && System.Version.TryParse(_name.AsSpan(at + VersionMark.Length), out Version? version) ? version : null;
    }

    /// <summary>The version of the framework; null where it is not known.</summary>
    public Version? Version { get; }

    /// <summary>Whether it is the framework of Windows, whose assemblies are not loaded here.</summary>
    public bool IsNetFramework => Version is not null && _name.StartsWith(".NETFramework", StringComparison.Ordinal);

    /// <summary>The framework of an assembly.</summary>
    /// <exception cref="OwnTypeException">The file is no assembly, or cannot be read.</exception>
    public static AssemblyFramework Of(string file) => new(NameOf(file));

    /// <summary>Whether it is newer than a runtime, which then cannot load the assembly.</summary>
    /// <param name="major">The first number of the runtime's version.</param>
    public bool IsNewerThan(int major) => Version?.Major > major && _name.StartsWith(".NETCoreApp", StringComparison.Ordinal);

    private static string? NameOf(string file)
    {
        try
        {
            using PEReader image = new(File.OpenRead(file));
            if (!image.HasMetadata)
                throw new BadImageFormatException();
            MetadataReader metadata = image.GetMetadataReader();
            foreach (CustomAttributeHandle handle in metadata.GetAssemblyDefinition().GetCustomAttributes())
            {
                CustomAttribute attribute = metadata.GetCustomAttribute(handle);
                if (attribute.Constructor.Kind != HandleKind.MemberReference)
                    continue;
                EntityHandle parent = metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent;
                if (parent.Kind != HandleKind.TypeReference || metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)parent).Name) != "TargetFrameworkAttribute")
                    continue;
                BlobReader blob = metadata.GetBlobReader(attribute.Value);
                blob.ReadUInt16();
                return blob.ReadSerializedString();
            }

            return null;
        }
        catch (BadImageFormatException)
        {
            throw new OwnTypeException($"'{file}' is not an assembly of .NET", "give the .dll that the project builds, not the program that starts it");
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            throw new OwnTypeException($"'{file}' cannot be read: {reason.Message}", "give a file that can be read");
        }
    }
}
