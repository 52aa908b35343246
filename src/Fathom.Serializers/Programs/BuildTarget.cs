namespace Fathom.Serializers.Programs;

/// <summary>What programs are built for.</summary>
/// <param name="Framework">The target framework: "net10.0".</param>
/// <param name="Mode">How.</param>
public sealed record BuildTarget(string Framework, BuildMode Mode)
{
    /// <summary>The runtime that Fathom itself uses, compiled just in time.</summary>
    public static BuildTarget Default { get; } = new("net10.0", BuildMode.Jit);

    /// <summary>A package in a version of its own; null where programs have what they name.</summary>
    public PackagePin? Package { get; init; }

    /// <summary>Whether the runtime is a part of the program: any but the one that Fathom itself needs may be missing on the machine.</summary>
    public bool IsSelfContained => Mode != BuildMode.NativeAot && Framework != Default.Framework;

    /// <summary>Whether the program is published rather than built.</summary>
    public bool IsPublished => Mode != BuildMode.Jit || IsSelfContained;

    /// <summary>The name of its folder: "net10.0-jit".</summary>
    public string Name => Package is null ? $"{Framework}-{ModeName}" : $"{Framework}-{ModeName}-{Package.Id.ToLowerInvariant()}-{Package.Version}";

    /// <summary>The mode as tables name it.</summary>
    public string ModeName => Mode switch
    {
        BuildMode.ReadyToRun => "r2r",
        BuildMode.NativeAot => "aot",
        _ => "jit",
    };
}
