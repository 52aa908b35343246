namespace Fathom.Render.Text;

/// <summary>Says in a header which runtime a process has.</summary>
internal static class RuntimeText
{
    /// <summary><c>, .NET 10.0.1</c> or <c>, NativeAOT</c>; empty for a process without .NET.</summary>
    /// <param name="version">Its version or kind, or null.</param>
    public static string Of(string? version) => version switch
    {
        null => "",
        [>= '0' and <= '9', ..] => $", .NET {version}",
        _ => $", {version}",
    };
}
