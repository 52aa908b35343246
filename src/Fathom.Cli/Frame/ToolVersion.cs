namespace Fathom.Cli.Frame;

/// <summary>The version that this build carries.</summary>
internal static class ToolVersion
{
    /// <summary>Major, minor and patch.</summary>
    public static string Text => typeof(ToolVersion).Assembly.GetName().Version!.ToString(3);

    /// <summary>With the name of the tool before it.</summary>
    public static string Named => $"fathom {Text}";
}
