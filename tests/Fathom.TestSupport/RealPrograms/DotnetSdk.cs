namespace Fathom.TestSupport.RealPrograms;

/// <summary>The SDK beside the runtime that runs the tests.</summary>
public static class DotnetSdk
{
    /// <summary>The folder of the shared framework that runs the tests, with its assemblies.</summary>
    public static string Framework { get; } = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    /// <summary>The host, <c>dotnet</c>.</summary>
    public static string Host => Path.Combine(Root, "dotnet");

    /// <summary>The newest SDK's folder.</summary>
    public static string Folder { get; } = Directory.EnumerateDirectories(Path.Combine(Root, "sdk"))
        .Where(static folder => Version.TryParse(Path.GetFileName(folder), out _))
        .MaxBy(static folder => Version.Parse(Path.GetFileName(folder))) ?? throw new InvalidOperationException($"No SDK in '{Root}'.");

    private static string Root => Path.GetFullPath(Path.Combine(Framework, "..", "..", ".."));
}
