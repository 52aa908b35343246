using System.Diagnostics;
using System.Reflection;

namespace Fathom.Serializers.Kit.Adapters;

/// <summary>What a serializer is. Features are not listed: they are tested.</summary>
/// <param name="Library">The package, or "in box".</param>
/// <param name="Version">The version of the library's file.</param>
/// <param name="Format">The format of the bytes: "JSON", "XML", "protobuf".</param>
/// <param name="IsText">Whether the bytes are text.</param>
/// <param name="Settings">Settings other than the defaults; empty where there are none.</param>
/// <param name="Role">Whether it is a serializer, or a floor that others are held against.</param>
public sealed record SerializerDescription(string Library, string Version, string Format, bool IsText, string Settings, SerializerRole Role = SerializerRole.Serializer)
{
    /// <summary>The author's or vendor's own statement that input that is not trusted must not be given to it; empty where there is none.</summary>
    public string UnsafeStatement { get; init; } = "";

    /// <summary>When and with which version an adapter was last verified whose package is not available everywhere; empty for the others.</summary>
    public string Verified { get; init; } = "";

    /// <summary>Describes a library by a type of it, so that the version is that of the file that is loaded.</summary>
    public static SerializerDescription Of(Type type, string library, string format, bool isText, string settings = "") =>
        new(library, VersionOf(type.Assembly), format, isText, settings);

    /// <summary>The file version of an assembly, or of the runtime where the assembly is a part of it.</summary>
    public static string VersionOf(Assembly assembly)
    {
        if (assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion is { } informational)
        {
            // "10.0.12-servicing.26422.108+commit" of the runtime's own parts is 10.0.12 to everybody else.
            int end = informational.AsSpan().IndexOf("-servicing");
            if (end < 0)
                end = informational.IndexOf('+');
            return end < 0 ? informational : informational[..end];
        }

        return string.IsNullOrEmpty(assembly.Location) ? assembly.GetName().Version?.ToString() ?? "" : FileVersionInfo.GetVersionInfo(assembly.Location).FileVersion ?? "";
    }
}
