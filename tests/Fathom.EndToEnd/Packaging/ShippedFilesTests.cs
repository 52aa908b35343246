using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Packaging;

/// <summary>What is beside the published tool: nothing that it does not use, such as what packages bring for clouds.</summary>
public sealed class ShippedFilesTests
{
    private static readonly string[] s_shipped =
    [
        "Fathom.Capture.dll", "Fathom.Files.dll", "Fathom.Formats.dll", "Fathom.Model.dll", "Fathom.Query.dll", "Fathom.Recorder.dll", "Fathom.Render.dll", "Fathom.Serializers.Kit.dll",
        "Fathom.Serializers.dll", "Fathom.Sources.dll", "Fathom.StartupHook.dll", "Fathom.Storage.dll", "Microsoft.Diagnostics.Runtime.dll",
        "Microsoft.Extensions.AI.Abstractions.dll", "Microsoft.Extensions.DependencyInjection.Abstractions.dll", "Microsoft.Extensions.Logging.Abstractions.dll",
        "ModelContextProtocol.Core.dll", "System.CommandLine.dll", "fathom",
        "fathom.deps.json", "fathom.dll", "fathom.runtimeconfig.json", "libduckdb.so",
    ];

    [Fact]
    public void Only_what_is_used_ships_and_the_engine_is_there_once()
    {
        IEnumerable<string> files = Directory.EnumerateFiles(Path.GetDirectoryName(FathomTool.Executable)!, "*", SearchOption.AllDirectories)
            .Where(static file => !file.EndsWith(".pdb", StringComparison.Ordinal)).Select(static file => Path.GetFileName(file)!);

        Assert.Equal(s_shipped, files.Order(StringComparer.Ordinal));
    }
}
