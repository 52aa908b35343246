namespace Fathom.Serializers.Programs;

/// <summary>What programs are built for.</summary>
/// <param name="Framework">The target framework: "net10.0".</param>
/// <param name="Mode">How.</param>
public sealed record BuildTarget(string Framework, BuildMode Mode)
{
    /// <summary>The runtime that Fathom itself uses, compiled just in time.</summary>
    public static BuildTarget Default { get; } = new("net10.0", BuildMode.Jit);

    /// <summary>The name of its folder: "net10.0-jit".</summary>
    public string Name => $"{Framework}-{ModeName}";

    /// <summary>The mode as tables name it.</summary>
    public string ModeName => Mode switch
    {
        BuildMode.ReadyToRun => "r2r",
        BuildMode.NativeAot => "aot",
        _ => "jit",
    };
}
